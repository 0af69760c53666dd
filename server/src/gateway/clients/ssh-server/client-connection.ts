import type { Socket } from "node:net";
import type { Connection } from "ssh2";
import type { GatewayContext } from "../../open-session.ts";
import type { AccessChannel, ConnectionRequest, Decision, GatewayPrincipal } from "../../ports.ts";
import type { LinkPool } from "../../targets/link-pool.ts";

/** What is known of a connection request beyond the user name. */
export type RequestDetails = Partial<Omit<ConnectionRequest, "way">>;

/** One signed-in client: who it is, where it wants to, and what it may open. Every channel of it asks `decide`. */
export interface ClientConnection {
  readonly context: GatewayContext;
  readonly principal: GatewayPrincipal;
  /** The protocol, for what is no session: forwarded connections and global requests. */
  readonly ssh: Connection;
  /** What all channels share; many listeners wait for it to drain. */
  readonly socket: Socket;
  /** Whether the user name said where to go; otherwise the menu asks. */
  readonly isDirect: boolean;
  /** Whether a connection token says where to go, so that nothing is left to choose. */
  readonly isToken: boolean;
  /** The connections to targets its channels share; undefined where each has its own. */
  readonly links: LinkPool | undefined;
  /** Aborted when the client has gone. */
  readonly gone: AbortSignal;
  /** The decision for one channel, with the permissions as they are now; `details` adds to what the user name said. */
  decide(way: AccessChannel, details?: RequestDetails): Promise<Decision>;
}
