import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fixedKeyRing } from "../engine/secrets/key-ring.ts";
import { createSecretBox } from "../engine/secrets/secret-box.ts";
import { type OpenSshServer, opensshMissing, startOpenSsh } from "../engine/testing/openssh.ts";
import { TerminalClient } from "../engine/testing/terminal-client.ts";
import { grantFor, MemoryAreas, startHarness } from "./testing/harness.ts";
import { reviewRule } from "./testing/memory-reviews.ts";
import { type SpawnedGateway, spawnGateway } from "./testing/spawn-gateway.ts";

describe.skipIf(opensshMissing() !== null)("a gateway killed with -9", () => {
  let sshd: OpenSshServer;
  let gateway: SpawnedGateway;
  beforeAll(async () => {
    sshd = await startOpenSsh();
    gateway = await spawnGateway();
  });
  afterAll(async () => {
    await gateway?.stop();
    await sshd?.stop();
  });

  it("leaves a recording equal to the bytes sent up to a second before, and the next start closes it", async () => {
    const received: { at: number; data: Buffer }[] = [];
    const client = await TerminalClient.session({
      ...(await gateway.clientFor(grantFor(sshd))),
      onOutput: (data) => received.push({ at: performance.now(), data }),
    });
    client.type("while :; do date +%s.%N; head -c 300 /dev/urandom | base64; sleep 0.02; done\r");
    await new Promise((resolve) => setTimeout(resolve, 4000));
    const killed = performance.now();
    await gateway.kill();
    await client.closed;

    const areas = new MemoryAreas();
    for (const orphan of gateway.opened) {
      areas.sessions.set(orphan.id, {
        record: orphan as never,
        succeeded: true,
        failed: null,
        outcome: null,
        commands: [],
      });
    }
    const next = await startHarness({
      areas,
      dataFolder: gateway.dataFolder,
      keys: createSecretBox(fixedKeyRing(gateway.key)),
    });
    const stored = areas.sessions.get(client.sessionId);
    expect(stored?.outcome).toMatchObject({ reason: "gateway_died", hasReplay: true });
    const length = (stored?.outcome?.dateEnd.getTime() ?? 0) - (stored?.record.dateStart.getTime() ?? 0);
    expect(length).toBeGreaterThan(3000);
    expect(length).toBeLessThan(5500);
    const { raw } = await next.replay(client.sessionId);
    const sent = client.transcript;
    const greeting = sent.indexOf("\n", 2) + 1;
    const safe = Buffer.concat(received.filter(({ at }) => at < killed - 1100).map(({ data }) => data));
    expect(safe.length).toBeGreaterThan(10_000);
    expect(raw.length).toBeGreaterThanOrEqual(safe.length - greeting);
    expect(raw.subarray(0, safe.length - greeting).equals(safe.subarray(greeting))).toBe(true);
    await next.close();
  });

  it("never sends the line it held", async () => {
    const other = await spawnGateway();
    const folder = await mkdtemp(path.join(tmpdir(), "held-"));
    try {
      await chmod(folder, 0o777);
      const runs = path.join(folder, "runs");
      const client = await TerminalClient.session(
        await other.clientFor(grantFor(sshd), [reviewRule("touch")]),
        { cols: 120, rows: 40 },
      );
      await client.see(/[$#] $/);
      client.type("echo shell-$$-\r");
      const shell = /[\r\n]shell-(\d+)-/.exec(await client.see(/[\r\n]shell-\d+-/))?.[1];
      client.type(`touch ${runs}\r`);
      await client.see("is held until");
      await other.kill();
      await client.closed;
      // Whatever it was sent, it has read by the time it ends.
      await expect.poll(() => existsSync(`/proc/${shell}`), { timeout: 10_000 }).toBe(false);
      expect(existsSync(runs)).toBe(false);
    } finally {
      await other.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
