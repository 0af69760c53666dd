import type { Duplex } from "node:stream";
import type { Client } from "ssh2";
import { ChannelBreach, type Route } from "../../transport/ssh/index.ts";
import { openSshLink, type SshLink, type SshLinkOptions } from "./ssh-link.ts";

/** Who uses a connection to a target: one channel of a session. */
export interface LinkUser {
  /** Aborted when the session gives up. */
  readonly signal: AbortSignal;
  /** Whether it counts among the sessions a server carries on a connection; forwarded connections do not. */
  readonly isSession: boolean;
  /** What the server says before the sign-in; foreign text. */
  onBanner?(text: string): void;
  /** What waited below the channels may have been sent. */
  drained(): void;
  /** The server broke the protocol: its connection is ending. */
  misbehaved(): void;
}

/** How long a server is given to take its leave, in milliseconds. */
const farewell = 1000;

/** Most text a server may say before the sign-in that is kept for those who come later. */
const longestBanner = 64 * 1024;

/**
 * One connection to a target and those who use it. It is made for the first of them, waits a while for the next one when
 * the last has left, and ends.
 */
export class PooledLink {
  /** The connection, once it is signed in; rejects with a TargetFailure. */
  readonly ready: Promise<SshLink>;
  readonly #linger: number;
  readonly #onOver: () => void;
  readonly #giveUp = new AbortController();
  readonly #users = new Set<LinkUser>();
  #below: { readonly stream: Duplex; readonly route: Route } | null = null;
  #client: Client | null = null;
  #banner = "";
  #closing = 0;
  #until = 0;
  #isKept = true;
  #isOver = false;
  #timer: NodeJS.Timeout | undefined;

  /**
   * Begins to connect.
   *
   * @param linger how long it waits for another user, in milliseconds
   * @param onOver called as soon as nobody else may join
   */
  constructor(options: SshLinkOptions, linger: number, onOver: () => void) {
    this.#linger = linger;
    this.#onOver = onOver;
    this.ready = openSshLink(options, {
      signal: this.#giveUp.signal,
      switches: true,
      reached: (stream, route) => {
        this.#below = { stream, route };
        stream.on("drain", this.#drained);
      },
      onBanner: (banner) => this.#say(banner),
    }).then((link) => this.#established(link));
    this.ready.catch(() => this.#end());
  }

  /** Sessions the server carries on it, those included that it has not closed yet. */
  get sessions(): number {
    return [...this.#users].filter(({ isSession }) => isSession).length + this.#closing;
  }

  /**
   * Takes a user in, until it leaves.
   *
   * @param until when the permission it uses the connection on ends
   */
  join(user: LinkUser, until: Date): void {
    clearTimeout(this.#timer);
    this.#users.add(user);
    this.#until = Math.max(this.#until, until.getTime());
    this.#isKept = true;
    if (this.#banner !== "") user.onBanner?.(this.#banner);
  }

  /** @param channel what it had, where the server has not closed that yet; it counts until then */
  leave(user: LinkUser, channel: Duplex | null): void {
    if (!this.#users.delete(user)) return;
    if (user.isSession && channel !== null && !this.#isOver) {
      this.#closing += 1;
      channel.once("close", () => {
        this.#closing -= 1;
      });
    }
    if (this.#users.size > 0 || this.#isOver) return;
    const wait = this.#isKept && this.#client !== null ? Math.min(this.#linger, this.#until - Date.now()) : 0;
    if (wait <= 0) this.#end();
    else this.#timer = setTimeout(() => this.#end(), wait).unref();
  }

  /** Ends it now when nobody uses it, else as soon as nobody does, unless somebody joins before. */
  doubt(): void {
    this.#isKept = false;
    if (this.#users.size === 0) this.#end();
  }

  /** Takes nobody in any more, and ends when nobody uses it. */
  retire(): void {
    this.#onOver();
    this.doubt();
  }

  readonly #drained = (): void => {
    for (const user of this.#users) user.drained();
  };

  #say(banner: string): void {
    this.#banner = (this.#banner + banner).slice(0, longestBanner);
    for (const user of this.#users) user.onBanner?.(banner);
  }

  #established(link: SshLink): SshLink {
    const { client, route } = link;
    this.#client = client;
    // Every channel that is being opened listens for the end.
    client.setMaxListeners(0);
    client.on("handshake", this.#drained);
    client.on("error", (error) => {
      if (!(error instanceof ChannelBreach)) return;
      for (const user of this.#users) user.misbehaved();
    });
    client.once("close", () => {
      this.#end();
      route.close();
    });
    return link;
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#onOver();
    if (this.#client === null) {
      this.#destroy();
      return;
    }
    this.#client.end();
    // A target that no longer answers would keep the connection half open.
    setTimeout(() => this.#destroy(), farewell).unref();
  }

  #destroy(): void {
    this.#giveUp.abort();
    this.#below?.stream.destroy();
    this.#below?.route.close();
  }
}
