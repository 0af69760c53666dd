import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Client } from "ssh2";
import { withParameters } from "../../engine/i18n/messages.ts";
import { type DialOptions, dial, type Endpoint, failures } from "../targets/dial.ts";
import { displayAddress, TargetFailure } from "../targets/failure.ts";
import { text } from "../targets/texts.ts";
import type { AlgorithmProfile } from "./algorithms.ts";
import type { SshAccount } from "./authentication.ts";
import { openSshConnection } from "./connection.ts";
import type { HostKeyStore } from "./host-key.ts";

/** A gateway on the way to a target. */
export interface SshHop {
  /** Id of the gateway's asset; its host key is pinned under it. */
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly port: number;
  readonly account: SshAccount;
  readonly profile: AlgorithmProfile;
}

/** What opening a way to a target needs. */
export interface RouteOptions extends DialOptions {
  readonly hostKeys: HostKeyStore;
}

/**
 * A way to targets: straight, or through gateways one behind the other. Each hop is an SSH connection inside a
 * channel of the one before. Every connection of a route ends with it.
 *
 * A reader that pauses stops the target: channels hold at most their window (2 MiB), and what is not read is
 * not granted again, on each hop.
 */
export interface Route {
  /** The gateway that connections leave from; null for a straight way. */
  readonly lastHop: SshHop | null;
  /**
   * Connects to a target.
   *
   * @throws TargetFailure; its `gateway` says whether the last hop is at fault
   */
  dial(endpoint: Endpoint): Promise<Duplex>;
  close(): void;
}

/**
 * Opens a way through `hops`, the first one nearest.
 *
 * @throws TargetFailure whose `gateway` is the hop that failed
 */
export async function openRoute(hops: readonly SshHop[], options: RouteOptions): Promise<Route> {
  const opened: { first: Socket | null } = { first: null };
  let client: Client | null = null;
  let lastHop: SshHop | null = null;

  const open = async (endpoint: Endpoint): Promise<Duplex> => {
    if (client !== null && lastHop !== null) return forward(client, endpoint, lastHop, options);
    const socket = await dial(endpoint, options);
    opened.first = socket;
    return socket;
  };
  const close = () => {
    // Everything of a chain lies within its first connection.
    client?.end();
    if (hops.length > 0) opened.first?.destroy();
  };

  try {
    for (const hop of hops) {
      const stream = await open(hop).catch((error: unknown) => {
        throw blamed(error, hop);
      });
      const endpoint = { assetId: hop.id, host: hop.address, port: hop.port };
      const connection = await openSshConnection(stream, { ...hop, endpoint }, options).catch(
        (error: unknown) => {
          throw blamed(error, hop);
        },
      );
      client = connection.client;
      lastHop = hop;
    }
  } catch (error) {
    opened.first?.destroy();
    throw error;
  }
  return { lastHop, dial: open, close };
}

/** The failure as one of `hop`, unless an earlier hop is at fault already. */
function blamed(error: unknown, hop: SshHop): unknown {
  if (!(error instanceof TargetFailure) || error.gateway !== null) return error;
  return error.at(hop);
}

/** RFC 4254, 5.1: the server does not want to, as opposed to could not. */
const administrativelyProhibited = 1;

function forward(client: Client, endpoint: Endpoint, hop: SshHop, options: RouteOptions): Promise<Duplex> {
  const fail = failures(endpoint, options.timeout);
  const { signal } = options;
  return new Promise((resolve, reject) => {
    let over = false;
    const settle = (act: () => void) => {
      if (over) return;
      over = true;
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
      client.removeListener("close", lost);
      act();
    };
    const stop = () => settle(() => reject(fail("stopped")));
    const lost = () => settle(() => reject(fail("unreachable").at(hop)));
    const timer = setTimeout(() => settle(() => reject(fail("timeout"))), options.timeout);
    signal?.addEventListener("abort", stop, { once: true });
    client.once("close", lost);
    try {
      client.forwardOut("127.0.0.1", 0, endpoint.address, endpoint.port, (error, channel) => {
        if (over) {
          // It came too late: nobody waits for it any more.
          channel?.close();
          return;
        }
        if (error === undefined) {
          // Stays for good: an error of a connection must not end the process.
          channel.on("error", () => undefined);
          settle(() => resolve(channel));
        } else settle(() => reject(forwardFailure(error, endpoint, hop)));
      });
    } catch {
      lost();
    }
  });
}

function forwardFailure(error: Error & { reason?: unknown }, endpoint: Endpoint, hop: SshHop): TargetFailure {
  if (error.reason === administrativelyProhibited) {
    return new TargetFailure("forwarding_refused", text.forwardingRefused).at(hop);
  }
  const target = displayAddress(endpoint.address, endpoint.port);
  const { detail } = new TargetFailure("", withParameters(text.unreachableThrough, { target })).at(hop);
  // What the gateway said of it, such as "Connection refused".
  return Object.assign(new TargetFailure("unreachable", detail), { cause: error });
}
