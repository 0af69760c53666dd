import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";
import { type RunningTestServer, startTestServer } from "./server.ts";

/**
 * Vitest's global set-up: a broker that starts the run's PostgreSQL when the first test asks for a database,
 * so that a run without database tests does not pay for one. Everything is on ports and folders of this run
 * alone.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let server: Promise<RunningTestServer> | undefined;
  const broker = createServer((_request, response) => {
    server ??= startTestServer();
    server.then(
      ({ connection, template }) => response.end(JSON.stringify({ connection, template })),
      (error: unknown) =>
        response.end(JSON.stringify({ error: error instanceof Error ? error.message : String(error) })),
    );
  });
  await new Promise<void>((resolve) => broker.listen(0, "127.0.0.1", resolve));
  const { port } = broker.address() as AddressInfo;
  project.provide("testDatabaseBroker", `http://127.0.0.1:${port}/`);
  return async () => {
    broker.close();
    broker.closeAllConnections();
    await server?.then(
      (running) => running.stop(),
      () => undefined,
    );
  };
}
