import { randomInt } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { DatabasePeer } from "../../../../runner/testing/database-peers.ts";
import type { JobOutcome, JobSpec } from "../../../../transport/runner-control/index.ts";
import type { Cell, RotationPoint } from "../cell.ts";
import { type FaultyWay, openFaultyWay, type WayFault } from "./faulty-way.ts";
import {
  type BedAsset,
  type BedProtocol,
  inProcess,
  isTaken,
  openRotationBed,
  type RotationBed,
} from "./rotation-bed.ts";

/** Runs at random beyond those that are always made; `SALLYPORT_LOCKOUT_RUNS=2000` for the whole proof. */
const randomRuns = Number(process.env.SALLYPORT_LOCKOUT_RUNS ?? 0);

/** A worker that died: nothing of what it would have done comes any more. */
class Killed extends Error {}

/** What goes wrong in a run. */
export interface Fault {
  readonly way?: WayFault;
  /** Done before the change, e.g. on the target; what it answers undoes it before the repair. */
  readonly during?: () => Promise<() => Promise<void>>;
  /** Done at a point of the change, beside it. */
  readonly meanwhile?: readonly [RotationPoint, () => Promise<void>];
  /** The worker dies there. */
  readonly at?: RotationPoint;
  /** The worker dies before it hears how the job ended. */
  readonly unheard?: boolean;
  /** What the runner tells, once, in the place of what was so. */
  readonly told?: JobOutcome;
}

/** A real target with one account that is changed again and again. */
export interface Stage {
  readonly protocol: BedProtocol;
  readonly port: number;
  readonly username: string;
  readonly way: FaultyWay;
  readonly asset: BedAsset;
  readonly accountId: string;
}

let bed: RotationBed;
const counts = new Map<string, number>();

/**
 * Opens the bed for the tests of a file, and says in the end how many runs were made.
 * @param environment what the product is started with
 * @param prepare done before there are targets
 */
export function provesNoLockout(
  environment: Readonly<Record<string, string>> = {},
  prepare: (bed: RotationBed) => Promise<void> = async () => undefined,
): void {
  beforeAll(async () => {
    bed = await openRotationBed(environment);
    await prepare(bed);
  });
  afterAll(async () => {
    await bed?.close();
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
    const each = [...counts].map(([name, count]) => `${name} ${count}`).join(", ");
    process.stdout.write(`lock-out proof: ${total} runs with faults, no account locked out (${each})\n`);
  });
}

/** The product of the file, and its automations. */
export const lockoutBed = (): RotationBed => bed;

/** Short waits: a target that hangs is given up at once. */
const hasty = (spec: JobSpec): JobSpec => ({ ...spec, timeoutSeconds: 1 });

/** A runner in this process that meets with what goes wrong outside the target. */
export function cellWith({ at, unheard, told, meanwhile }: Fault): Cell {
  let jobs = 0;
  return {
    ...inProcess(hasty, async (_spec, outcome) => {
      if (unheard === true) throw new Killed();
      jobs += 1;
      return jobs === 1 ? (told ?? outcome) : outcome;
    }),
    at: async (point) => {
      if (point === meanwhile?.[0]) await meanwhile[1]();
      if (point === at) throw new Killed();
    },
  };
}

/** Changes the secret while something goes wrong, repairs, and looks which secret holds. Answers what was known before the repair. */
export async function proveRun(
  { protocol, port, username, way, accountId }: Stage,
  fault: Fault,
): Promise<{ readonly state: string; readonly error: string } | undefined> {
  way.set(fault.way ?? null);
  const undo = await fault.during?.();
  try {
    await bed.rotate(cellWith(fault), bed.request([accountId]));
  } catch (error) {
    const { name } = error as Error;
    if (!(error instanceof Killed) && name !== "TaskFailure") throw error;
  }
  const known = (await bed.changesOf(accountId)).at(-1);
  way.set(null);
  await undo?.();
  for (let round = 0; round < 6 && (await bed.repair(inProcess())) > 0; round += 1);
  const told = JSON.stringify(fault);
  const changes = await bed.changesOf(accountId);
  expect(
    changes.filter(({ state }) => state === "pending" || state === "postponed"),
    told,
  ).toEqual([]);
  const secret = (await bed.secretOf(accountId)) ?? "";
  expect(await isTaken(protocol, port, username, secret), told).toBe(true);
  counts.set(protocol, (counts.get(protocol) ?? 0) + 1);
  return known;
}

/** Every point of a change at which a worker can die. */
export const points: readonly RotationPoint[] = ["begin", "begun", "answered", "committing", "concluded"];
const hows = ["cut", "cut_after", "hang"] as const;

function randomFault(pieces: number): Fault {
  const how = hows[randomInt(hows.length)] ?? "cut";
  const way = { piece: randomInt(pieces), how, stays: randomInt(2) === 0 };
  const kind = randomInt(10);
  const at = points[randomInt(points.length)] as RotationPoint;
  if (kind < 2) return { at };
  return kind < 5 ? { way, at } : kind < 7 ? { way, unheard: true } : { way };
}

/**
 * What holds for every kind of target.
 *
 * @param pieces so many pieces a change sends, at most
 * @param hangs every so many pieces one is let hang
 * @param every so many pieces are cut
 */
export function holdsUnderFaults(stage: () => Stage, pieces: number, hangs: number, every = 1): void {
  const all = Array.from({ length: Math.ceil(pieces / every) }, (_, index) => index * every);

  it("whatever the worker dies before and after", async () => {
    for (const at of points) await proveRun(stage(), { at });
    await proveRun(stage(), { unheard: true });
  });

  it.each([
    ["is cut off", false],
    ["is cut off and stays so", true],
  ])("wherever the connection %s", async (_name, stays) => {
    for (const piece of all) {
      for (const how of ["cut", "cut_after"] as const)
        await proveRun(stage(), { way: { piece, how, stays } });
    }
  });

  it("wherever the worker dies together with the connection", async () => {
    for (const piece of all.filter((_piece, index) => index % 2 === 0)) {
      await proveRun(stage(), { way: { piece, how: "cut_after", stays: false }, unheard: true });
    }
  });

  it("wherever the target hangs", async () => {
    for (let piece = 0; piece < pieces; piece += hangs) {
      await proveRun(stage(), { way: { piece, how: "hang", stays: false } });
    }
  });

  it("whatever the runner says", async () => {
    const error = (code: string): JobOutcome => ({ ok: false, error: { code, text: code } });
    const tellings: JobOutcome[] = [
      ...["runner_died", "fault", "timeout", "stopped"].map(error),
      { ok: true, result: { holds: "neither", sent: "done", problem: "" } },
      { ok: true, result: { holds: "former", sent: "done", problem: "" } },
      { ok: true, result: { nonsense: true } },
    ];
    for (const told of tellings) await proveRun(stage(), { told });
  });

  it("when a clock that stepped lets another worker take the change up", async () => {
    for (const point of points.filter((one) => one !== "begin" && one !== "committing")) {
      await proveRun(stage(), { meanwhile: [point, async () => void (await bed.repair(inProcess()))] });
    }
  });

  it("when two change one account at once", async () => {
    const { accountId } = stage();
    const both = [bed.request([accountId]), bed.request([accountId])];
    const ended = await Promise.allSettled(both.map((request) => bed.rotate(inProcess(), request)));
    expect(ended.some(({ status }) => status === "fulfilled")).toBe(true);
    await proveRun(stage(), {});
  });

  if (randomRuns === 0) return;
  it("at random", { timeout: 3_600_000 }, async () => {
    for (let run = 0; run < randomRuns / 4; run += 1) await proveRun(stage(), randomFault(pieces));
  });
}

/** A target of a kind: started, with an account that the product knows. */
export function target(
  protocol: BedProtocol,
  start: () => Promise<DatabasePeer>,
  operatingPassword: (peer: DatabasePeer) => string = ({ password }) => password,
): () => Stage & { readonly peer: DatabasePeer } {
  let stage: Stage & { readonly peer: DatabasePeer };
  beforeAll(async () => {
    const peer = await start();
    const way = await openFaultyWay(peer.port);
    const asset = await bed.addAsset(protocol, way.port, [
      { username: peer.username, secret: operatingPassword(peer), privileged: true },
      { username: "web", secret: "First-secret" },
    ]);
    const accountId = asset.accounts.web ?? "";
    stage = { protocol, port: peer.port, username: "web", way, asset, accountId, peer };
    const push = bed.request([accountId], { kind: "push_account", secretStrategy: "stored" });
    expect(await bed.rotate(inProcess(), push)).toMatchObject({ success: 1 });
  });
  afterAll(async () => {
    await stage?.way.close();
    await stage?.peer.stop();
  });
  return () => stage;
}
