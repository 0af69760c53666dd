import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { TRANSFER_PATH } from "@sallyport/contract/messages/terminal-transfer";
import type { UnattendedRunner } from "../transport/connections/index.ts";
import { GatewayHealth } from "../transport/ssh/index.ts";
import type { OpenManagers } from "./clients/file-manager/connection.ts";
import { ManagerRequests } from "./clients/file-manager/requests.ts";
import { SshServer, type SshServerOptions } from "./clients/ssh-server/server.ts";
import { runUnattended } from "./clients/unattended/run-unattended.ts";
import { type OpenTransfers, TransferRequests } from "./clients/web-terminal/transfer-requests.ts";
import { TerminalUpgrades } from "./clients/web-terminal/upgrade.ts";
import { FileRecords } from "./files/records.ts";
import type { GatewayContext } from "./open-session.ts";
import { finishOrphans } from "./orphans.ts";
import { SessionRegistry } from "./registry.ts";

/** What a gateway is made from; everything that its environment decides. */
export type GatewayOptions = Omit<GatewayContext, "registry" | "health" | "records"> & {
  /** How often live sessions are reported, in milliseconds; default 30 000. */
  readonly heartbeatInterval?: number;
  /** Where SSH clients come in; nowhere without it. */
  readonly sshServer?: SshServerOptions;
};

/** A running gateway. */
export interface Gateway {
  /** Takes over an upgrade request and its socket. */
  upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void;
  /** Answers a request of a file manager, or of a terminal page that transfers files. */
  request(request: IncomingMessage, response: ServerResponse): void;
  /** Takes over a connection on which such requests come. */
  connection(socket: Socket): void;
  /** Number of running sessions. */
  readonly sessions: number;
  /** The port SSH clients come in by; 0 for none. */
  readonly sshPort: number;
  /** Runs commands on assets with nobody at them. */
  readonly unattended: UnattendedRunner;
  /** Ends all sessions properly: told to their people, recordings closed, ends stored. */
  close(): Promise<void>;
}

/** Repairs what an earlier run left behind, then takes connections. */
export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  await finishOrphans(options);
  const registry = new SessionRegistry(options.ports.sessions, options.heartbeatInterval);
  const records = new FileRecords((some) => options.ports.files.write(some));
  const context: GatewayContext = { ...options, registry, records, health: new GatewayHealth() };
  const managers: OpenManagers = new Map();
  const transfers: OpenTransfers = new Map();
  const upgrades = new TerminalUpgrades(context, { managers, transfers });
  const ofManagers = new ManagerRequests(context, managers);
  const ofTransfers = new TransferRequests(context, transfers);
  const request = (asked: IncomingMessage, response: ServerResponse): void => {
    const requests = asked.url?.startsWith(TRANSFER_PATH) === true ? ofTransfers : ofManagers;
    void requests.handle(asked, response);
  };
  // Never listens: what other processes hand over is served by it.
  const server = createServer({ keepAliveTimeout: 120_000, requestTimeout: 0 }, request);
  const sshServer = options.sshServer === undefined ? null : new SshServer(context, options.sshServer);
  await sshServer?.start();
  return {
    upgrade: (request, socket, head) => upgrades.handle(request, socket, head),
    request,
    connection: (socket) => void server.emit("connection", socket),
    get sessions() {
      return registry.size;
    },
    get sshPort() {
      return sshServer?.port ?? 0;
    },
    unattended: { run: (command, run) => runUnattended(context, command, run) },
    async close() {
      await registry.close();
      upgrades.close();
      server.closeAllConnections();
      await sshServer?.close();
      await records.close();
    },
  };
}
