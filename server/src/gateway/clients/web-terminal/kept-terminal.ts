import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { TerminalResume, TerminalSize } from "@sallyport/contract/messages/terminal";
import type { Message } from "../../../engine/i18n/index.ts";
import { log } from "../../../engine/log.ts";
import type { FileExchange } from "../../files/zmodem/exchange.ts";
import type { Direction } from "../../files/zmodem/transfer-records.ts";
import type { GatewayContext, OpenedSession, StartedSession } from "../../open-session.ts";
import type { ConnectionGrant, GatewayPrincipal } from "../../ports.ts";
import type { ClientAdapter } from "../../session-parts.ts";
import type { ShareNews } from "../../share-room.ts";
import { text } from "../../texts.ts";
import type { TerminalChannel } from "./channel.ts";
import { TerminalOutput } from "./output.ts";
import type { ViewTransfers } from "./view-transfers.ts";

/** What a socket said at its beginning, and may say at its end. */
interface ViewGreeting {
  readonly channel: TerminalChannel;
  readonly hasSaidGoodbye: boolean;
  refuse(message: Message): void;
}

/** A socket a terminal is shown through. */
export interface TerminalView {
  readonly greeting: ViewGreeting;
  readonly output: TerminalOutput;
  /** Where its client is. */
  readonly remoteAddress: string;
  /** The transfers its page takes part in; null where it does not. */
  readonly transfers: ViewTransfers | null;
}

/** Whose terminal it is, and where it was opened. */
export interface TerminalOwner {
  readonly principal: GatewayPrincipal;
  /** The page it was opened in; "" for a client that is no browser. */
  readonly origin: string;
}

const digestOf = (secret: string): Buffer => createHash("sha256").update(secret).digest();

/**
 * The near end of a browser terminal's session. It outlives the socket it is shown through: for a time set by policy
 * the session goes on with nobody at it, until its person takes it up again with a secret that is good for one time.
 * Meanwhile nothing is kept of the output but the screen. Contract: docs/contract/terminal.md, section 8.
 */
export class KeptTerminal implements ClientAdapter {
  readonly #context: GatewayContext;
  readonly #owner: TerminalOwner;
  readonly #grant: ConnectionGrant;
  readonly #since = new Date();
  #view: TerminalView | null = null;
  #session: OpenedSession["session"] | null = null;
  #started: StartedSession | null = null;
  /** What the secret in force hashes to; null while there is none. */
  #digest: Buffer | null = null;
  /** How long the session is kept without a view, in milliseconds. */
  #keptFor = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(context: GatewayContext, owner: TerminalOwner, grant: ConnectionGrant) {
    this.#context = context;
    this.#owner = owner;
    this.#grant = grant;
  }

  /** The session it is the near end of; null before it was put together. */
  get session(): OpenedSession["session"] | null {
    return this.#session;
  }

  /** Makes a view of it; nothing is shown there before `show` or `takeUp`. */
  viewFor(
    greeting: ViewGreeting,
    { remoteAddress }: GatewayPrincipal,
    transfers: ViewTransfers | null,
  ): TerminalView {
    const { channel } = greeting;
    const view: TerminalView = {
      greeting,
      remoteAddress,
      transfers,
      output: new TerminalOutput(channel.socket, {
        acknowledges: channel.acknowledges,
        hold: (held) => {
          if (this.#view === view) this.#session?.hold("client", held);
        },
      }),
    };
    return view;
  }

  /** The first view, before the session opens. */
  show(view: TerminalView): void {
    this.#view = view;
  }

  /** The session it is the near end of. */
  belongsTo(session: OpenedSession["session"]): void {
    this.#session = session;
    void session.ended.then(() => clearTimeout(this.#timer));
  }

  /** The target accepted the sign-in: says so, and how the session is taken up again where it can be. */
  async start(started: StartedSession): Promise<void> {
    this.#started = started;
    this.#keptFor = (await this.#context.ports.keepMinutes()) * 60_000;
    const view = this.#view;
    if (view === null) return;
    view.greeting.channel.send("TERMINAL_SESSION", started);
    this.#offer(view);
  }

  /**
   * Takes a secret: right, not used before, of this person and of the page it was given to. It is used up by that.
   *
   * @returns whether it was
   */
  claim(secret: string, { principal, origin }: TerminalOwner): boolean {
    const { principal: owner, origin: page } = this.#owner;
    if (this.#digest === null || principal.userId !== owner.userId || origin !== page) return false;
    if (!timingSafeEqual(digestOf(secret), this.#digest)) return false;
    this.#digest = null;
    return true;
  }

  /** Gives a secret back that was claimed, where it could not be asked whether the session may go on. */
  unclaim(secret: string): void {
    this.#digest ??= digestOf(secret);
  }

  /**
   * Whether its person is still signed in, and what it rests on still permitted, all asked now; from another address than
   * it was opened from, the access rules are asked, too.
   */
  async mayGoOn({ remoteAddress }: GatewayPrincipal): Promise<boolean> {
    const { ports } = this.#context;
    const { principal } = this.#owner;
    if (!(await ports.stillValid(principal))) return false;
    if (remoteAddress !== principal.remoteAddress) {
      const { userId } = principal;
      if (!(await ports.mayContinueFrom(this.#grant, { userId, remoteAddress }))) return false;
    }
    const time = await ports.permittedTime(this.#grant, principal, { actions: [], since: this.#since });
    return time !== null && time.ends.getTime() > Date.now();
  }

  /** Goes on in another view, of this size, with the screen as it is; a view that still stood is told and ends. */
  takeUp(view: TerminalView, size: TerminalSize): void {
    const session = this.#session;
    if (session === null || this.#started === null) return;
    clearTimeout(this.#timer);
    const previous = this.#view;
    this.#view = view;
    previous?.transfers?.leave();
    previous?.greeting.refuse(text.resumedElsewhere);
    session.hold("client", false);
    session.resize(size);
    const { channel } = view.greeting;
    channel.send("TERMINAL_SESSION", this.#started);
    this.#offer(view);
    const live = this.#context.registry.find(session.id);
    const pause = live?.watch?.pause ?? null;
    if (pause !== null) this.paused(pause.by, pause.reason);
    if (live !== undefined) channel.send("TERMINAL_SHARE_USERS", live.room.members);
    if (live?.watch != null) view.output.write(live.watch.picture());
    this.#note("reattached", view.remoteAddress);
  }

  /** A view is gone: the session waits for another one, unless its person said goodbye or nothing can take it up. */
  lost(view: TerminalView): void {
    view.transfers?.leave();
    const session = this.#session;
    if (this.#view !== view || session === null || session.endReason !== null) return;
    if (view.greeting.hasSaidGoodbye || this.#digest === null || this.#keptFor === 0) {
      session.end("client_closed");
      return;
    }
    this.#view = null;
    session.hold("client", false);
    this.#timer = setTimeout(() => session.end("client_closed"), this.#keptFor);
    this.#timer.unref();
    this.#note("detached", "");
  }

  output(data: Buffer): void {
    this.#view?.output.write(data);
  }

  inputDrained(): void {
    if (this.#view === null) return;
    this.#view.output.inputBlocked = false;
    this.#view.greeting.channel.reading = true;
  }

  paused(user: string, reason: string): void {
    const data = { user, ...(reason === "" ? {} : { reason }) };
    this.#view?.greeting.channel.send("TERMINAL_SESSION_PAUSE", data);
  }

  resumed(user: string): void {
    this.#view?.greeting.channel.send("TERMINAL_SESSION_RESUME", { user });
  }

  exchange(direction: Direction): FileExchange | null {
    return this.#view?.transfers?.begin(direction) ?? null;
  }

  transferring(isRunning: boolean): void {
    this.#view?.greeting.channel.send("TERMINAL_ACTION", isRunning ? "ZMODEM_START" : "ZMODEM_END");
  }

  shared({ type, data }: ShareNews): void {
    this.#view?.greeting.channel.send(type, data);
  }

  #offer({ greeting: { channel } }: TerminalView): void {
    if (this.#keptFor === 0 || !channel.resumes) return;
    const secret = randomBytes(32).toString("base64url");
    this.#digest = digestOf(secret);
    const resume: TerminalResume = { secret, seconds: this.#keptFor / 1000 };
    channel.send("TERMINAL_RESUME", resume);
  }

  #note(event: "detached" | "reattached", address: string): void {
    const { name, username } = this.#owner.principal;
    const id = this.#session?.id ?? "";
    this.#context.ports.sessions
      .presence(id, event, { actor: `${name}(${username})`, address })
      .catch((error: unknown) => {
        log.warn({ err: error, session: id }, "that a terminal went or came back was not recorded");
      });
  }
}
