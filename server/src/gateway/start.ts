import { createServer, type Server } from "node:http";
import type { Socket } from "node:net";
import { gatewayPaths } from "../engine/http/index.ts";
import { log } from "../engine/log.ts";
import { onHandOff, type RunningRole, type Runtime } from "../engine/process/index.ts";
import { createSecretBox, openKeyRing } from "../engine/secrets/index.ts";
import { createGateway, type Gateway } from "./gateway.ts";
import { tuneMemory } from "./memory.ts";
import type { GatewayPorts } from "./ports.ts";

/**
 * Starts the gateway role. Connections come from the web process through the supervisor; a gateway whose
 * process does nothing else (a cluster node behind a load balancer) listens on the HTTP port itself.
 *
 * @param ports the areas' adapters
 */
export async function startGateway(
  runtime: Runtime,
  ports: GatewayPorts,
): Promise<RunningRole & Pick<Gateway, "unattended">> {
  tuneMemory();
  const { config } = runtime;
  const gateway = await createGateway({
    ports,
    keys: createSecretBox(openKeyRing(config)),
    dataFolder: config.dataFolder,
    siteUrl: config.siteUrl,
    reuseConnections: config.sshReuseConnections,
    sshServer: {
      port: config.sshPort,
      host: config.host,
      trustedProxies: config.trustedProxies,
      postQuantum: config.sshPostQuantum,
      algorithms: config.sshAlgorithms,
    },
  });
  onHandOff(runtime.ipc, (request, socket, head) => {
    if (request.headers.upgrade !== undefined) gateway.upgrade(request, socket, head);
    else {
      if (head.length > 0) socket.unshift(head);
      gateway.connection(socket);
    }
  });
  const standsAlone = config.roles !== null && !config.roles.includes("web");
  const server = standsAlone ? await listen(gateway, config.httpPort, config.host) : null;
  return {
    unattended: gateway.unattended,
    async close() {
      server?.close();
      await gateway.close();
      server?.closeAllConnections();
    },
  };
}

function listen(gateway: Gateway, port: number, host: string): Promise<Server> {
  const server = createServer((request, response) => {
    if (gatewayPaths.some((path) => request.url?.startsWith(path) === true)) {
      gateway.request(request, response);
      return;
    }
    const healthy = request.url === "/koko/health/" && request.method === "GET";
    response.writeHead(healthy ? 200 : 404, { "content-type": "application/json" });
    response.end(
      healthy
        ? JSON.stringify({ timestamp: new Date().toISOString(), uptime: Math.floor(process.uptime()) })
        : "{}",
    );
  });
  server.headersTimeout = 10_000;
  // Uploads take as long as they take; heads do not.
  server.requestTimeout = 0;
  server.on("upgrade", (request, socket, head) => gateway.upgrade(request, socket as Socket, head));
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      server.on("error", (error) => log.error({ err: error }, "gateway listener failed"));
      resolve(server);
    });
  });
}
