import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { log } from "../log.ts";
import type { Runtime } from "../process/runtime.ts";
import { acceptLinked } from "./link.ts";

/** Where a server listens. */
export interface ListenAddress {
  readonly port: number;
  readonly host: string;
}

/**
 * Has web take connections: of the clients themselves, or of the process that ends TLS for them, which is told the port.
 * @param listen makes the server listen
 */
export async function listenForClients(
  server: Server,
  { config, ipc, linkToken }: Pick<Runtime, "config" | "ipc" | "linkToken">,
  listen: (where: ListenAddress) => Promise<unknown>,
): Promise<void> {
  const { host, httpPort: port } = config;
  if (linkToken === null) {
    await listen({ port, host });
    log.info({ host, port }, "listening");
    return;
  }
  acceptLinked(server, linkToken);
  await listen({ port: 0, host: "127.0.0.1" });
  const { port: own } = server.address() as AddressInfo;
  ipc.send({ type: "listening", port: own });
  log.info({ port: own }, "listening for what ends TLS");
}
