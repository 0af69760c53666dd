import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { World } from "../../e2e/support/world.ts";
import { TerminalClient } from "../../server/src/engine/testing/terminal-client.ts";
import type { Fixtures } from "../fixtures/fixtures.ts";
import type { Sizes } from "../sizes.ts";
import { inMilliseconds, judged, median, type Row, unmeasured, withRange } from "../table.ts";
import { productSeconds, writeOutput } from "./terminal.ts";

/** Who watches one session; the last of them takes nothing of what they are sent. */
const watchers = 5;

/**
 * What five watchers, one of them stalled, add to a keystroke of the person they watch, and take from the throughput
 * of the target: with them and without, in turns.
 */
export async function measureWatching(fixtures: Fixtures): Promise<Row[]> {
  if (fixtures.worldMissing !== null) return [unmeasured("watching", fixtures.worldMissing, "< 1 ms")];
  const { sizes } = fixtures;
  const world = await fixtures.world();
  const folder = await mkdtemp(path.join(tmpdir(), "bench-watching-"));
  try {
    await chmod(folder, 0o755);
    const file = await writeOutput(folder, sizes.outputBytes);
    return [await latency(world, sizes.keystrokes), await throughput(world, file, sizes)];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Lets everybody watch a session; answers what ends it. */
async function watch(world: World, sessionId: string): Promise<() => Promise<void>> {
  const clients: TerminalClient[] = [];
  for (let at = 0; at < watchers; at += 1) {
    const client = await TerminalClient.open({
      url: world.product.url,
      token: "",
      query: { type: "monitor", target_id: sessionId },
      headers: { cookie: world.admin.cookies, origin: world.product.url },
      keep: false,
    });
    client.init({ cols: 80, rows: 24 });
    await client.frame("TERMINAL_RESIZE");
    clients.push(client);
  }
  clients.at(-1)?.stopReading();
  return async () => {
    await Promise.all(clients.map((client) => client.close(true)));
  };
}

async function latency(world: World, keystrokes: number): Promise<Row> {
  const arrived: { resolve: () => void } = { resolve: () => undefined };
  const onOutput = () => arrived.resolve();
  const [alone, watched] = [
    await world.connect({ keep: false, onOutput }),
    await world.connect({ keep: false, onOutput }),
  ];
  for (const terminal of [alone, watched]) {
    terminal.type("stty raw -echo; echo rea''dy; cat\r");
    await terminal.see("ready\n");
  }
  const leave = await watch(world, watched.sessionId);
  await sleep(500);
  const press = async (terminal: TerminalClient): Promise<number> => {
    const echoed = new Promise<void>((resolve) => {
      arrived.resolve = resolve;
    });
    const pressed = performance.now();
    terminal.type("x");
    await echoed;
    return performance.now() - pressed;
  };
  const times: [number[], number[]] = [[], []];
  for (let at = 0; at < keystrokes; at += 1) {
    times[0].push(await press(alone));
    await sleep(2);
    times[1].push(await press(watched));
    await sleep(2);
  }
  await leave();
  await Promise.all([alone.close(), watched.close()]);
  const [without, during] = [median(times[0]), median(times[1])];
  return judged(
    `keystroke while ${watchers} watch, one stalled, added`,
    inMilliseconds(during - without),
    "< 1 ms",
    during - without < 1,
    { beside: `${inMilliseconds(during)} against ${inMilliseconds(without)}` },
  );
}

async function throughput(world: World, file: string, { outputBytes, rounds }: Sizes): Promise<Row> {
  const [without, during]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    without.push(outputBytes / 1e6 / (await productSeconds(world, file, outputBytes)));
    const seconds = await productSeconds(world, file, outputBytes, (id) => watch(world, id));
    during.push(outputBytes / 1e6 / seconds);
  }
  const ratio = median(during) / median(without);
  // Rounds of the same differ by a tenth on a shared machine.
  return judged(
    `terminal output while ${watchers} watch, one stalled`,
    withRange(during, 0, "MB/s"),
    ">= 0.9 of without",
    ratio >= 0.9,
    { beside: `without ${withRange(without, 0, "MB/s")}`, ratio },
  );
}
