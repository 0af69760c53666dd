import { createHash } from "node:crypto";
import type { Duplex } from "node:stream";
import type { Client } from "ssh2";
import { failures, type TargetFailure } from "../../transport/targets/index.ts";
import type { ConnectionGrant } from "../ports.ts";
import { type LinkUser, PooledLink } from "./pooled-link.ts";
import { certificateExtensions, refuseSwitching, type SshLinkOptions } from "./ssh-link.ts";

/** How long a connection waits for the next channel after its last one, in milliseconds. */
export const defaultLinger = 10_000;

/** A channel somebody wants on a connection to a target. */
export interface ChannelRequest<Channel extends Duplex> extends LinkUser {
  /** Whether it changes to the account of the grant where another one has to sign in for it. */
  readonly switches: boolean;
  /** Asks a server for it. */
  open(client: Client, opened: (error: Error | undefined, channel: Channel) => void): void;
  /** What to fail with when the server does not open it, or does not answer in time. */
  failure(why: "refused" | "late"): TargetFailure;
}

/** A channel on a connection that others may use too. */
export interface PooledChannel<Channel extends Duplex = Duplex> {
  readonly client: Client;
  /** What is below all channels of the connection. */
  readonly stream: Duplex;
  readonly channel: Channel;
  /** Has no more use for the connection; the channel is the caller's to close before. */
  leave(): void;
}

/** The connections to one account of a target. */
interface Endpoint {
  /** A digest of all that decides who signs in where, by which way. */
  readonly fingerprint: string;
  readonly links: Set<PooledLink>;
  /** Sessions the server takes on one connection, as far as it has shown. */
  mostSessions: number;
}

/**
 * Connections to targets that channels of one client share, where the decision about each of them came to the same:
 * address, way, account and secret. Each channel is decided about by itself; what is shared is the sign-in alone.
 *
 * A server that takes no more sessions on a connection (OpenSSH's `MaxSessions`) is connected to once more.
 */
export class LinkPool {
  readonly #linger: number;
  readonly #endpoints = new Map<string, Endpoint>();
  #isClosed = false;

  /** @param linger how long a connection without channels is kept, in milliseconds; 0: not at all */
  constructor(linger = defaultLinger) {
    this.#linger = linger;
  }

  /**
   * Opens a channel, on a connection there is or a new one.
   *
   * @throws TargetFailure when the target cannot be reached, or does not open the channel
   */
  async open<Channel extends Duplex>(
    options: SshLinkOptions,
    request: ChannelRequest<Channel>,
  ): Promise<PooledChannel<Channel>> {
    refuseSwitching(options.grant, request.switches);
    for (;;) {
      const endpoint = this.#endpointOf(options.grant);
      const link = this.#linkFor(endpoint, options, request);
      link.join(request, options.grant.permissionExpires);
      try {
        const { client, stream } = await unlessAborted(link.ready, options, request.signal);
        const channel = await openOn(client, options, request);
        let isClosed = false;
        channel.once("close", () => {
          isClosed = true;
        });
        return { client, stream, channel, leave: () => link.leave(request, isClosed ? null : channel) };
      } catch (error) {
        link.leave(request, null);
        if (!(error instanceof NotOpened)) throw error;
        const { why, failure } = error;
        // Whoever does not answer one has lost its connection, or will answer nobody else either.
        if (why === "late" && request.isSession) link.retire();
        // Nothing has begun on a channel that was refused, so it may be asked for again where it is alone.
        if (why !== "refused" || !request.isSession || link.sessions === 0) throw failure;
        endpoint.mostSessions = Math.min(endpoint.mostSessions, link.sessions);
      }
    }
  }

  /** Who may use a connection may have changed: those without channels end now, others with their last channel. */
  doubt(): void {
    for (const link of this.#links()) link.doubt();
  }

  /** Keeps no connection beyond its last channel from now on. */
  close(): void {
    this.#isClosed = true;
    for (const link of this.#links()) link.retire();
  }

  #links(): PooledLink[] {
    return [...this.#endpoints.values()].flatMap(({ links }) => [...links]);
  }

  /** A secret or a way that has changed leads to a place of its own; connections of before end with their channels. */
  #endpointOf(grant: ConnectionGrant): Endpoint {
    const key = `${grant.asset.id} ${grant.account.id} ${grant.asset.port} ${rightsOf(grant)}`;
    const fingerprint = fingerprintOf(grant);
    const known = this.#endpoints.get(key);
    if (known?.fingerprint === fingerprint) return known;
    const endpoint: Endpoint = { fingerprint, links: new Set(), mostSessions: Number.POSITIVE_INFINITY };
    this.#endpoints.set(key, endpoint);
    for (const link of [...(known?.links ?? [])]) link.retire();
    return endpoint;
  }

  #linkFor({ links, mostSessions }: Endpoint, options: SshLinkOptions, { isSession }: LinkUser): PooledLink {
    for (const link of links) if (!isSession || link.sessions < mostSessions) return link;
    const link: PooledLink = new PooledLink(options, this.#isClosed ? 0 : this.#linger, () =>
      links.delete(link),
    );
    links.add(link);
    return link;
  }
}

/** A server did not open a channel. */
class NotOpened extends Error {
  readonly failure: TargetFailure;
  /** `refused`: the channel itself, so that nothing has begun on it; `failed`: what was to run there, or all of it. */
  readonly why: "refused" | "failed" | "late";

  constructor(failure: TargetFailure, why: NotOpened["why"]) {
    super(failure.message);
    this.failure = failure;
    this.why = why;
  }
}

/** @throws NotOpened, and TargetFailure `stopped` when the session has given up */
function openOn<Channel extends Duplex>(
  client: Client,
  { grant, timeout }: SshLinkOptions,
  { open, failure, signal }: ChannelRequest<Channel>,
): Promise<Channel> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    const settle = (act: () => void) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      client.off("close", lost);
      act();
    };
    const fail = (error: Error) => settle(() => reject(error));
    const lost = () => fail(new NotOpened(failure("refused"), "failed"));
    const stop = () => fail(failures(grant.asset, timeout)("stopped"));
    const timer = setTimeout(() => fail(new NotOpened(failure("late"), "late")), timeout);
    signal.addEventListener("abort", stop, { once: true });
    client.once("close", lost);
    if (signal.aborted) {
      stop();
      return;
    }
    try {
      open(client, (error: (Error & { reason?: unknown }) | undefined, channel) => {
        if (error !== undefined) {
          const why = typeof error.reason === "number" ? "refused" : "failed";
          fail(new NotOpened(failure("refused"), why));
          return;
        }
        // An error without a listener would end the process.
        channel.on("error", () => undefined);
        if (isOver) channel.destroy();
        else settle(() => resolve(channel));
      });
    } catch {
      // It has just been lost.
      lost();
    }
  });
}

/** Waits for a connection others wait for as well, for as long as this session wants it. */
async function unlessAborted<T>(
  ready: Promise<T>,
  { grant, timeout }: SshLinkOptions,
  signal: AbortSignal,
): Promise<T> {
  const stopped = failures(grant.asset, timeout)("stopped");
  if (signal.aborted) throw stopped;
  return new Promise((resolve, reject) => {
    const stop = () => reject(stopped);
    signal.addEventListener("abort", stop, { once: true });
    ready.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

/** What a connection is good for: by certificate, either for tunnels or for anything else. */
const rightsOf = (grant: ConnectionGrant): string => {
  const { certificate, switchFrom } = grant.account;
  const isCertified = (switchFrom === null ? certificate : switchFrom.certificate) !== undefined;
  return isCertified ? certificateExtensions(grant).join() : "";
};

/** What has to be the same for two decisions to share a connection. Shows nothing of the secrets in it. */
function fingerprintOf({ asset, account, gateways }: ConnectionGrant): string {
  const way = gateways
    .map(({ id, address, port, account: { username, secret }, profile }) => [
      id,
      address,
      port,
      username,
      secret,
      profile,
    ])
    .sort(([one], [other]) => String(one).localeCompare(String(other)));
  const { id, username, secretType, secret, passphrase, switchFrom } = account;
  const decided = [
    [asset.id, asset.address, asset.port, asset.sshProfile],
    [id, username, secretType, secret, passphrase ?? "", account.certificate !== undefined],
    [switchFrom, switchFrom?.certificate !== undefined],
    way,
  ];
  return createHash("sha256").update(JSON.stringify(decided)).digest("hex");
}
