import { until, type World } from "../../e2e/support/world.ts";
import { timeEvents } from "../../server/src/testing/event-times.ts";
import { startHook } from "../../server/src/testing/webhook.ts";
import type { Fixtures } from "../fixtures/fixtures.ts";
import { inMilliseconds, judged, median, type Row, unmeasured } from "../table.ts";

/** Events a second in and out, and most that telling them may add to signing in and to opening a session. */
const targets = { added: 10_000, delivered: 2_000, share: 0.05 };

/** How fast events are put in order and delivered over TLS, and what noting them costs those who cause them. */
export async function measureEvents(fixtures: Fixtures): Promise<Row[]> {
  const { sizes } = fixtures;
  const { added, delivered, signInShare } = await timeEvents(sizes.events);
  const fast = (name: string, speed: number, target: number) =>
    judged(name, `${speed.toFixed(0)} /s`, `≥ ${target} /s`, speed >= target);
  return [
    fast("events noted and put in order", added, targets.added),
    fast("events delivered to a webhook over TLS", delivered, targets.delivered),
    judged(
      "noting a sign-in, share of checking its password",
      `${(signInShare * 100).toFixed(1)} %`,
      `< ${targets.share * 100} %`,
      signInShare < targets.share,
    ),
    await opening(fixtures),
  ];
}

/** Opening a session while a webhook is told of it, and while nobody is, in turns. */
async function opening(fixtures: Fixtures): Promise<Row> {
  const name = "opening a session that a receiver is told of";
  const target = `<= ${1 + targets.share} times`;
  if (fixtures.worldMissing !== null) return unmeasured(name, fixtures.worldMissing, target);
  const hook = await startHook();
  const world = await fixtures.startWorld();
  try {
    const receivers = "/api/v1/sallyport/event-receivers/";
    const body = {
      name: "Session openings",
      type: "webhook",
      address: hook.url,
      signing_key: "a key that nobody guesses",
      is_active: false,
    };
    const receiver = await world.admin.post(receivers, body);
    const times: Record<"told" | "untold", number[]> = { told: [], untold: [] };
    await open(world);
    for (let round = 0; round < fixtures.sizes.openings; round += 1) {
      for (const way of ["untold", "told"] as const) {
        await world.admin.patch(`${receivers}${receiver.id}/`, { is_active: way === "told" });
        times[way].push(await open(world));
      }
    }
    await until(
      "a session that the receiver is told of",
      async () => hook.taken,
      (taken) => taken.some(({ kind }) => kind.startsWith("session.")),
    );
    await world.admin.delete(`${receivers}${receiver.id}/`);
    const [told, untold] = [median(times.told), median(times.untold)];
    return judged(name, inMilliseconds(told), target, told <= untold * (1 + targets.share), {
      beside: `untold ${inMilliseconds(untold)}`,
      ratio: told / untold,
    });
  } finally {
    hook.close();
    await world.close();
  }
}

/** Milliseconds from asking for a token until the shell has answered. */
async function open(world: World): Promise<number> {
  const started = performance.now();
  const terminal = await world.connect();
  terminal.type("echo rea''dy\r");
  await terminal.see("ready\r\n");
  const milliseconds = performance.now() - started;
  await terminal.close();
  return milliseconds;
}
