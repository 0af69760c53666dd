import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { GatewayHealth } from "../engine/ssh/gateways.ts";
import { TerminalUpgrades } from "./clients/web-terminal/upgrade.ts";
import type { GatewayContext } from "./open-session.ts";
import { finishOrphans } from "./orphans.ts";
import { SessionRegistry } from "./registry.ts";

/** What a gateway is made from; everything that its environment decides. */
export type GatewayOptions = Omit<GatewayContext, "registry" | "health"> & {
  /** How often live sessions are reported, in milliseconds; default 30 000. */
  readonly heartbeatInterval?: number;
};

/** A running gateway. */
export interface Gateway {
  /** Takes over an upgrade request and its socket. */
  upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void;
  /** Number of running sessions. */
  readonly sessions: number;
  /** Ends all sessions properly: told to their people, recordings closed, ends stored. */
  close(): Promise<void>;
}

/** Repairs what an earlier run left behind, then takes connections. */
export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  await finishOrphans(options);
  const registry = new SessionRegistry(options.ports.sessions, options.heartbeatInterval);
  const upgrades = new TerminalUpgrades({ ...options, registry, health: new GatewayHealth() });
  return {
    upgrade: (request, socket, head) => upgrades.handle(request, socket, head),
    get sessions() {
      return registry.size;
    },
    async close() {
      await registry.close();
      upgrades.close();
    },
  };
}
