import { type AddressInfo, createServer, type Server } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleForTest, type TestBundle } from "../engine/testing/bundle.ts";
import type { JobSpec } from "../transport/runner-control/messages.ts";
import { type JobOutcome, runJobSpecs } from "../transport/runner-control/run-job-specs.ts";
import { missingPeers, startMariadb, startPostgresql, startRedis } from "./testing/database-peers.ts";
import { jobSpecFor } from "./testing/job-specs.ts";
import { jobSpecsOfAllProtocols, targetFailures } from "./testing/protocol-job-specs.ts";

/** Runs jobs in a real runner process with all its restrictions. */
async function inRunner(script: string, specs: readonly JobSpec[]) {
  const waiting = [...specs];
  const outcomes = new Map<string, JobOutcome>();
  const runners: number[] = [];
  await runJobSpecs({
    program: script,
    methods: ["ping"],
    protocols: specs.map(({ target }) => target.protocol),
    parallel: 20,
    next: async () => waiting.shift() ?? null,
    said: () => undefined,
    done: async ({ id }, outcome) => {
      outcomes.set(id, outcome);
    },
    hostKeys: { pinFirst: async (_spec, _endpoint, key) => key, changed: async () => undefined },
    repeatable: true,
    started: async (pid) => {
      runners.push(pid);
    },
    signal: new AbortController().signal,
  });
  return { outcomes, runners };
}

describe("the process of a runner", () => {
  let bundle: TestBundle;
  let server: Server | undefined;
  beforeAll(async () => {
    bundle = await bundleForTest(join(import.meta.dirname, "main.ts"));
  });
  afterAll(() => {
    server?.close();
    bundle?.remove();
  });

  it("survives what floods it by every protocol, and finds no fault of its own", async () => {
    server = createServer((socket) => {
      socket.on("error", () => undefined);
      const more = () => {
        while (!socket.destroyed && socket.write(Buffer.alloc(64 * 1024)));
      };
      socket.on("drain", more).resume();
      more();
    });
    await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const { outcomes, runners } = await inRunner(
      bundle.script,
      jobSpecsOfAllProtocols(port, "a-secret-of-ours"),
    );
    for (const [protocol, outcome] of outcomes) {
      expect(
        outcome.ok ? "ok" : targetFailures.includes(outcome.error.code) || outcome.error.code,
        protocol,
      ).toBe(true);
    }
    expect(outcomes.size).toBe(15);
    expect(runners).toHaveLength(1);
  });

  it.skipIf(Object.values(missingPeers).some((missing) => missing !== null))(
    "signs in to databases with nothing but its job spec",
    async () => {
      const peers = {
        mariadb: await startMariadb(),
        postgresql: await startPostgresql(),
        redis: await startRedis(),
      };
      try {
        const specs = Object.entries(peers).map(([protocol, { port, username, password, database }]) => ({
          ...jobSpecFor({
            account: { username, secret: password },
            target: {
              protocol,
              port,
              category: "database",
              type: protocol,
              specification: { db_name: database },
            },
          }),
          id: protocol,
        }));
        const { outcomes } = await inRunner(bundle.script, specs);
        expect([...outcomes].map(([protocol, { ok }]) => [protocol, ok]).sort()).toEqual([
          ["mariadb", true],
          ["postgresql", true],
          ["redis", true],
        ]);
      } finally {
        await Promise.all(Object.values(peers).map((peer) => peer.stop()));
      }
    },
    60_000,
  );
});
