import type { World } from "../../e2e/support/world.ts";
import { TerminalClient } from "../../server/src/engine/testing/terminal-client.ts";
import type { Fixtures } from "../fixtures/fixtures.ts";
import { inMilliseconds, judged, median, type Row, unmeasured } from "../table.ts";
import { openPlain } from "./terminal.ts";

/** What a shell says once it takes commands; both sides are asked the same. */
const ask = "echo rea''dy\r";

/**
 * Opening terminals: from asking for a connection token to a shell that answers, against plain `ssh` in turns, and
 * taking a session up again whose socket was lost, to its screen.
 */
export async function measureWorkspace(fixtures: Fixtures): Promise<Row[]> {
  if (fixtures.worldMissing !== null) return [unmeasured("workspace", fixtures.worldMissing, "< 300 ms")];
  const { rounds } = fixtures.sizes;
  const world = await fixtures.world();
  // The first of each kind also finds a cold cache.
  await connecting(world);
  await plain(world);
  const ours: number[] = [];
  const direct: number[] = [];
  const resumed: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    direct.push(await plain(world));
    ours.push(await connecting(world));
    resumed.push(await takingUp(world));
  }
  const added = median(ours) - median(direct);
  return [
    judged("connect to a shell, added to plain ssh", inMilliseconds(added), "< 300 ms", added < 300, {
      beside: `${inMilliseconds(median(ours))} against ssh ${inMilliseconds(median(direct))}`,
      ratio: median(ours) / median(direct),
    }),
    judged(
      "session taken up again, to its screen",
      inMilliseconds(median(resumed)),
      "< 200 ms",
      median(resumed) < 200,
    ),
  ];
}

async function plain({ sshd }: World): Promise<number> {
  const began = performance.now();
  const child = await openPlain(sshd, "bash -ic 'echo ready'");
  const took = performance.now() - began;
  child.kill();
  return took;
}

async function connecting(world: World): Promise<number> {
  const began = performance.now();
  const terminal = await world.connect();
  terminal.type(ask);
  await terminal.see("ready");
  const took = performance.now() - began;
  await terminal.close();
  return took;
}

async function takingUp(world: World): Promise<number> {
  const first = await world.connect({ resumable: true });
  const { secret } = await first.resumption();
  first.type(ask);
  await first.see("ready");
  await first.close(true);
  const began = performance.now();
  const second = await TerminalClient.open({
    url: world.product.url,
    token: "",
    query: { type: "resume", target_id: first.sessionId },
    headers: { cookie: world.user.cookies, origin: world.product.url },
    resumable: true,
  });
  second.init({ cols: 80, rows: 24 }, secret);
  await second.see("ready");
  const took = performance.now() - began;
  second.send("CLOSE");
  await second.closed;
  return took;
}
