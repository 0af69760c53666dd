import { createServer } from "node:http";
import type { Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { WebSocketServer } from "ws";
import { tlsProcessName } from "../engine/process/messages.ts";
import type { RunningRole, Runtime } from "../engine/process/runtime.ts";
import { handOff, onHandOff } from "../engine/process/socket-handoff.ts";
import { listenForClients } from "../engine/tls/listen.ts";
import { runTlsProcess } from "../engine/tls/tls-process.ts";
import { run } from "./run.ts";

// The product with two small roles, for tests of how they are started, stopped and connected.
if (process.argv[3] === tlsProcessName) runTlsProcess();
else await run(fileURLToPath(import.meta.url), { web, gateway }, async () => undefined);

async function web(runtime: Runtime): Promise<RunningRole> {
  const { config, database, ipc } = runtime;
  const server = createServer(async (request, response) => {
    if (request.url === "/slow") await new Promise((resolve) => setTimeout(resolve, 1_000));
    const rows = await sql<{ one: number }>`select 1 as one`.execute(database.db).then(
      (result) => result.rows,
      () => null,
    );
    response.statusCode = rows === null ? 500 : 200;
    const environment = Object.keys(process.env).filter((name) => name.startsWith("SALLYPORT_"));
    let received = 0;
    for await (const chunk of request) received += (chunk as Buffer).length;
    const { remoteAddress } = request.socket;
    const isEncrypted = "encrypted" in request.socket && request.socket.encrypted === true;
    const client = { remoteAddress, isEncrypted };
    response.end(
      JSON.stringify({
        pid: process.pid,
        environment,
        key: config.secretKeys[0]?.length,
        rows,
        client,
        received,
      }),
    );
  });
  server.on("upgrade", (request, socket, head) => handOff(ipc, request, socket as Socket, head));
  await listenForClients(
    server,
    runtime,
    (where) =>
      new Promise<void>((resolve, reject) => {
        server.once("error", reject);
        server.listen(where, resolve);
      }),
  );
  if (process.env.FIXTURE_FIRST_SIGN_IN) {
    ipc.send({ type: "first-sign-in", username: "admin", password: process.env.FIXTURE_FIRST_SIGN_IN });
  }
  return { close: () => new Promise((resolve) => server.close(() => resolve())) };
}

async function gateway(runtime: Runtime): Promise<RunningRole> {
  const sockets = new WebSocketServer({ noServer: true });
  onHandOff(runtime.ipc, (request, socket, head) => {
    sockets.handleUpgrade(request, socket, head, (client) => {
      client.send(
        JSON.stringify({
          pid: process.pid,
          url: request.url,
          cookie: request.headers.cookie ?? null,
          address: socket.remoteAddress,
        }),
      );
      client.on("message", (data) => client.send(`echo ${data}`));
    });
  });
  const close = async () => {
    for (const client of sockets.clients) client.close(1001, "The gateway stops.");
    sockets.close();
  };
  return { close };
}
