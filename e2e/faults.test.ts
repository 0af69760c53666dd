import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { opensshMissing } from "../server/src/engine/testing/openssh.ts";
import { startPrepared } from "./support/prepared.ts";
import { killHard, type Product, startProduct } from "./support/product.ts";
import { buildWorld, until, type World } from "./support/world.ts";

const megabyte = 1_048_576;

/** Seconds of flood; the full minute is for a machine with time. */
const floodSeconds = Number(process.env.SALLYPORT_TEST_FLOOD_SECONDS ?? 20);

describe.skipIf(opensshMissing() !== null)("a session when parts of the product die", () => {
  let product: Product;
  let world: World;
  beforeAll(async () => {
    product = await startPrepared();
    world = await buildWorld(product);
  });
  afterAll(async () => {
    await world?.close();
    await product?.dispose();
  });

  it("goes on typing after kill -9 of web, which comes back", async () => {
    const terminal = await world.connect();
    terminal.type("echo be''fore\r");
    await terminal.see("before\r\n");
    const before = product.pid("web");
    killHard(before);
    terminal.type("echo wi''thout\r");
    await terminal.see("without\r\n", 5_000);
    await until(
      "another web process",
      () => product.processes().find(({ role }) => role === "web")?.pid,
      (pid) => pid !== undefined && pid !== before,
    );
    await product.healthy();
    terminal.type("echo af''ter\r");
    await terminal.see("after\r\n");
    expect((await world.session(terminal.sessionId)).is_finished).toBe(false);
    terminal.type("exit\r");
    await terminal.closed;
    const ended = await until(
      "the end of the session",
      () => world.session(terminal.sessionId),
      ({ is_finished, has_replay }) => is_finished && has_replay,
    );
    expect(ended.is_success).toBe(true);
    const shown = await world.replay(terminal.sessionId);
    for (const word of ["before", "without", "after"]) expect(shown).toContain(`${word}\r\n`);
  });

  it("has its replay up to one second before kill -9 of the gateway, and is not online any more", async () => {
    const received: { at: number; data: Buffer }[] = [];
    const terminal = await world.connect({
      onOutput: (data) => received.push({ at: performance.now(), data }),
    });
    terminal.type("while :; do date +%s.%N; head -c 300 /dev/urandom | base64; sleep 0.05; done\r");
    const shownBefore = (time: number) =>
      Buffer.concat(received.filter(({ at }) => at < time - 1100).map(({ data }) => data));
    await until(
      "output that is older than a second",
      () => shownBefore(performance.now()).length,
      (length) => length > 20_000,
    );
    const before = product.pid("gateway");
    const killed = performance.now();
    killHard(before);
    await terminal.closed;
    const ended = await until(
      "the end of the session",
      () => world.session(terminal.sessionId),
      ({ is_finished, has_replay }) => is_finished && has_replay,
    );
    expect(ended.can_replay).toBe(true);
    const safe = shownBefore(killed);
    const shown = await world.replay(terminal.sessionId);
    expect(safe.length).toBeGreaterThan(10_000);
    // The line that tells what is being connected comes before the target, and so before the recording.
    const sent = safe.subarray(safe.indexOf("\n", 2) + 1).toString("utf8");
    // Where the two part, should they.
    let same = 0;
    while (same < sent.length && shown[same] === sent[same]) same += 1;
    expect({ from: same, sent: sent.slice(same, same + 80) }).toEqual({ from: sent.length, sent: "" });
    const again = await until(
      "a terminal by another gateway",
      () => world.connect().catch(() => undefined),
      (opened) => opened !== undefined,
    );
    expect(product.pid("gateway")).not.toBe(before);
    again.type("echo he''re\r");
    await again.see("here\r\n");
    await again.close();
  });

  it.each(["reads nothing", "draws nothing"] as const)(
    `floods a browser that %s for ${floodSeconds} s without any process growing by more than 100 MB`,
    async (how) => {
      const terminal = await world.connect({ keep: false });
      terminal.type("echo rea''dy\r");
      await terminal.see("ready\r\n");
      const before = product.memory();
      if (how === "reads nothing") terminal.stopReading();
      else terminal.stopDrawing();
      terminal.type("yes a long line of output that nobody looks at\r");
      let worst = { pid: 0, grown: 0 };
      for (let second = 0; second < floodSeconds; second += 1) {
        await sleep(1000);
        for (const [pid, bytes] of product.memory()) {
          const grown = bytes - (before.get(pid) ?? 0);
          if (before.has(pid) && grown > worst.grown) worst = { pid, grown };
        }
      }
      expect(worst.grown, `process ${worst.pid}`).toBeLessThan(100 * megabyte);
      // The flood still listens to its owner.
      if (how === "reads nothing") terminal.readAgain();
      else terminal.drawAgain();
      terminal.type("\u0003");
      terminal.type("\recho en''ough\r");
      await terminal.see("enough\r\n", 30_000);
      await terminal.close();
    },
    (floodSeconds + 60) * 1000,
  );

  it("keeps every acknowledged write through kill -9 of everything", async () => {
    const { dataFolder, httpPort } = product;
    const acknowledged: string[] = [];
    let isOver = false;
    const writer = async (name: string) => {
      for (let n = 0; !isOver; n += 1) {
        const host = {
          name: `${name}-${n}`,
          address: "10.9.8.7",
          platform: { pk: 1 },
          protocols: [{ name: "ssh", port: 22 }],
        };
        const answer = await world.admin
          .raw("POST", "/api/v1/assets/hosts/?platform=1", host)
          .catch(() => null);
        if (answer?.status === 201) acknowledged.push(answer.body.id);
      }
    };
    const writers = [1, 2, 3, 4].map((n) => writer(`kept-${n}`));
    await until(
      "some writes",
      () => acknowledged.length,
      (count) => count >= 40,
    );
    await product.killEverything();
    isOver = true;
    await Promise.all(writers);
    const again = await startProduct({ dataFolder, httpPort });
    try {
      const kept = new Set<string>(
        (await world.admin.get("/api/v1/assets/hosts/?fields_size=mini")).map(({ id }: { id: string }) => id),
      );
      expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
      const sessions = await world.admin.get("/api/v1/terminal/sessions/?is_finished=false");
      expect(sessions).toEqual([]);
    } finally {
      await again.stop();
    }
  });
});
