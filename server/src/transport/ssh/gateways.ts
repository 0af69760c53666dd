import type { Duplex } from "node:stream";
import type { Endpoint } from "../targets/dial.ts";
import { TargetFailure } from "../targets/failure.ts";
import { openRoute, type Route, type RouteOptions, type SshHop } from "./route.ts";

/** A gateway that may be used for a target. */
export interface GatewayCandidate extends SshHop {
  /** Whether its last connectivity test succeeded. */
  readonly connected: boolean;
}

// Long enough that a dead gateway does not slow every connection down, short enough that one that is back is used.
const memory = 30_000;

/** Remembers for a short while which gateways did not work, so that others are asked first. */
export class GatewayHealth {
  readonly #failed = new Map<string, number>();
  readonly #now: () => number;

  /** @param now the clock, in milliseconds */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** A gateway could not be used. */
  failed(id: string): void {
    for (const [other, at] of this.#failed) if (this.#now() - at >= memory) this.#failed.delete(other);
    this.#failed.set(id, this.#now());
  }

  /** A gateway was used. */
  worked(id: string): void {
    this.#failed.delete(id);
  }

  /**
   * The order to try gateways in: a random one of those whose test succeeded, then of the others, and at last
   * those that have just failed.
   */
  order<T extends GatewayCandidate>(candidates: readonly T[]): T[] {
    const rank = (candidate: T) => {
      const failed = this.#failed.get(candidate.id);
      if (failed !== undefined && this.#now() - failed < memory) return 2;
      return candidate.connected ? 0 : 1;
    };
    return candidates
      .map((candidate) => ({ candidate, rank: rank(candidate), chance: Math.random() }))
      .sort((one, other) => one.rank - other.rank || one.chance - other.chance)
      .map(({ candidate }) => candidate);
  }
}

/** A target that is reached. */
export interface Reached {
  readonly route: Route;
  readonly stream: Duplex;
}

/**
 * Connects to a target, through one of the gateways of its domain when there are any. A gateway that is at fault
 * is passed over for the next one; a target that does not answer is not tried again through another.
 *
 * @param gateways the candidates; none means a straight connection
 * @throws TargetFailure of the last gateway tried, or of the target
 */
export async function reach(
  endpoint: Endpoint,
  gateways: readonly GatewayCandidate[],
  options: RouteOptions & { readonly health: GatewayHealth },
): Promise<Reached> {
  if (gateways.length === 0) return reachThrough([], endpoint, options);
  const { health } = options;
  let failure: unknown;
  for (const gateway of health.order(gateways)) {
    try {
      const reached = await reachThrough([gateway], endpoint, options);
      health.worked(gateway.id);
      return reached;
    } catch (error) {
      if (!(error instanceof TargetFailure) || error.gateway?.id !== gateway.id) throw error;
      if (error.code === "stopped") throw error;
      health.failed(gateway.id);
      failure = error;
    }
  }
  throw failure;
}

/** Connects to a target through each of `hops`, one behind the other. */
export async function reachThrough(
  hops: readonly SshHop[],
  endpoint: Endpoint,
  options: RouteOptions,
): Promise<Reached> {
  const route = await openRoute(hops, options);
  try {
    return { route, stream: await route.dial(endpoint) };
  } catch (error) {
    route.close();
    throw error;
  }
}
