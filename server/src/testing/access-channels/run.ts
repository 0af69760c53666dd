import { beforeAll, describe, expect, it } from "vitest";
import { onWorkerEnd } from "../../engine/testing/worker-end.ts";
import { gatewayMissing, isMissing } from "../ssh-gateway.ts";
import type { AccessChannel, Hand } from "./access-channel.ts";
import { channels } from "./all-channels.ts";
import type { Attempt } from "./attempt.ts";
import { arrange, type Case, type ChannelAsset } from "./case.ts";
import type { Expected, Inside, Situation } from "./situation.ts";
import { startTestBed, type TestBed } from "./test-bed.ts";
import { type FileTrace, fileTraces, type SessionTrace, sessionTraces, settled } from "./traces.ts";

/** How many come at once. */
const concurrency = 6;

/** What was seen of one attempt, and what stayed behind. */
interface Facts {
  readonly reached: boolean;
  readonly said: string;
  /** Connections that arrived at the target. */
  readonly connections: number;
  readonly sessions: readonly SessionTrace[];
  readonly files: readonly FileTrace[];
}

/** Runs every situation at every channel that is given, and says of each pair what was to happen and what did. */
export function runSituations(
  situations: readonly Situation[],
  ways: readonly AccessChannel[] = channels,
): void {
  describe.skipIf(gatewayMissing() || isMissing("rsync"))("every access channel", () => {
    let bed: TestBed;
    beforeAll(async () => {
      bed = await sharedTestBed();
    }, 120_000);
    for (const situation of situations) runSituation(situation, ways, () => bed);
  });
}

let started: Promise<TestBed> | undefined;

/** One for all files of a worker: every situation makes people and machines of its own on it. */
function sharedTestBed(): Promise<TestBed> {
  started ??= startTestBed().then(
    (bed) => {
      onWorkerEnd(() => bed.close());
      return bed;
    },
    (error: unknown) => {
      started = undefined;
      throw error;
    },
  );
  return started;
}

function runSituation(situation: Situation, ways: readonly AccessChannel[], bed: () => TestBed): void {
  describe(situation.name, () => {
    const after = new Map<string, Facts>();
    const inside = new Map<string, readonly SessionTrace[]>();
    const found = { failures: 0 };
    const coming = ways.filter((channel) => comes(channel, situation));
    const { inside: asked } = situation;
    const becomes = typeof asked === "function" ? asked : null;
    const within =
      becomes === null
        ? []
        : ways.filter(
            (channel) => hasInside(channel, situation) && becomes(channel).outcome !== "not applicable",
          );

    beforeAll(async () => {
      const who = await arrange(
        bed(),
        [...new Set([...coming, ...within])].map(({ name }) => name),
      );
      try {
        situation.before?.(who);
        const visitors = await each(within, (channel) => enter(who, channel));
        const hands = await prepareAll(who, coming);
        await situation.change(who);
        if (within.some((channel) => becomes?.(channel).outcome === "goes on")) await bed().haveGuardsLook();
        for (const [channel, traces] of await each(within, (channel) =>
          stay(who, channel, visitors, becomes?.(channel)),
        ))
          inside.set(channel, traces);
        const before = await failedSignIns(who);
        const came = await each(coming, (channel) => come(who, channel, hands.get(channel.name) ?? null));
        for (const [channel, facts] of came) after.set(channel, facts);
        found.failures = (await failedSignIns(who)) - before;
        for (const hand of hands.values()) await hand?.drop?.();
      } finally {
        await situation.undo?.(who);
        who.close();
      }
    }, 480_000);

    for (const channel of within) {
      const expected = becomes?.(channel);
      if (expected === undefined) continue;
      it(`${channel.name}: who is in ${expected.outcome}`, () =>
        checkInside(inside.get(channel.name) ?? [], channel, expected));
    }
    for (const channel of coming) {
      const expected = situation.after(channel);
      const by = expected.outcome === "refused" ? ` by ${expected.by}` : "";
      it(`${channel.name}: who comes is ${expected.outcome}${by}`, () =>
        checkAfter(after.get(channel.name), channel, expected));
    }
    const refusals = coming.filter((channel) => {
      const expected = situation.after(channel);
      const isRefused = expected.outcome === "refused" && expected.by === "sign-in";
      return isRefused && keepsLog(channel) && situation.isLogged?.(channel) !== false;
    });
    if (refusals.length === 0) return;
    it("writes down whom it does not let sign in", () =>
      expect(found.failures).toBeGreaterThanOrEqual(refusals.length));
  });
}

/** One of each kind of channel: what watches over a session is the same for all of them. */
const kinds: readonly string[] = [
  ...["ssh, shell", "ssh, command, by connection token", "sftp, download, by the tree", "scp -O, upload"],
  ...["ssh -R", "ssh -J", "web terminal", "job, by the clock"],
];

/** Of the channels that a situation makes no difference to, one of each kind. */
const comes = (channel: AccessChannel, { after, concerns }: Situation): boolean =>
  after(channel).outcome !== "not applicable" &&
  (concerns?.(channel) !== false || kinds.includes(channel.name));

const hasInside = ({ name, session }: AccessChannel, { thorough }: Situation): boolean =>
  session !== null && (thorough === true || kinds.includes(name));

/** Sign-ins the product knows of: a channel of a connection that is open is none, and a browser's was before. */
const keepsLog = ({ by }: AccessChannel): boolean => ["key", "password", "temporary", "token"].includes(by);

/** Does something for several channels, a few at a time. */
async function each<T>(
  ways: readonly AccessChannel[],
  work: (channel: AccessChannel) => Promise<T>,
): Promise<Map<string, T>> {
  const results = new Map<string, T>();
  const waiting = [...ways];
  const worker = async (): Promise<void> => {
    for (let channel = waiting.shift(); channel !== undefined; channel = waiting.shift()) {
      try {
        results.set(channel.name, await work(channel));
      } catch (error) {
        throw new Error(`${channel.name}: ${error instanceof Error ? error.message : String(error)}`, {
          cause: error,
        });
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return results;
}

const assetOf = ({ assets }: Case, { name }: AccessChannel): ChannelAsset => {
  const asset = assets.get(name);
  if (asset === undefined) throw new Error(`no asset for ${name}`);
  return asset;
};

const prepare = async (who: Case, channel: AccessChannel): Promise<Hand | null> =>
  (await channel.prepare?.({ who, asset: assetOf(who, channel) })) ?? null;

const prepareAll = (who: Case, ways: readonly AccessChannel[]) =>
  each(ways, (channel) => prepare(who, channel));

/** Somebody who is in. */
interface Visitor {
  readonly attempt: Attempt;
  readonly hand: Hand | null;
}

/** Goes in while everything is granted. */
async function enter(who: Case, channel: AccessChannel): Promise<Visitor> {
  const hand = await prepare(who, channel);
  const attempt = channel.enter({ who, asset: assetOf(who, channel) }, hand);
  if (!(await attempt.reached))
    throw new Error(`not reached while everything was granted: ${attempt.said()}`);
  return { attempt, hand };
}

/** Waits for what becomes of somebody who was in, and takes them away. */
async function stay(
  who: Case,
  channel: AccessChannel,
  visitors: ReadonlyMap<string, Visitor>,
  expected: Inside | undefined,
): Promise<readonly SessionTrace[]> {
  const visitor = visitors.get(channel.name);
  const asset = assetOf(who, channel);
  const isToEnd = expected?.outcome === "ends";
  const traces = await (isToEnd ? settled : sessionTraces)(who, asset);
  await visitor?.attempt.leave();
  await visitor?.hand?.drop?.();
  await settled(who, asset);
  return traces;
}

async function come(who: Case, channel: AccessChannel, hand: Hand | null): Promise<Facts> {
  const asset = assetOf(who, channel);
  const before = new Set((await sessionTraces(who, asset)).map(({ id }) => id));
  const connections = asset.relay.count();
  const attempt = channel.enter({ who, asset }, hand);
  const reached = await attempt.reached;
  await attempt.leave();
  const sessions = (await settled(who, asset)).filter(({ id }) => !before.has(id));
  const files = await fileTraces(who, sessions, sessions.length > 0 && channel.right !== undefined);
  return { reached, said: attempt.said(), connections: asset.relay.count() - connections, sessions, files };
}

/** Of the person, and of tokens whose owner nobody was told. */
async function failedSignIns({ bed, person }: Case): Promise<number> {
  const { rows } = await bed.gateway.product.database.pool.query(
    "select 1 from login_logs where (username = $1 or username like 'JMS-%') and not status and type = 'T'",
    [person.username],
  );
  return rows.length;
}

function checkInside(traces: readonly SessionTrace[], channel: AccessChannel, expected: Inside): void {
  expect(traces, "a session is on record").not.toEqual([]);
  for (const trace of traces) expect(trace).toMatchObject(storedAs(channel));
  if (expected.outcome !== "ends") {
    expect(traces.every(({ is_finished: isFinished }) => !isFinished)).toBe(true);
    return;
  }
  for (const { is_finished: isFinished, end_reason: reason } of traces) {
    expect([isFinished, expected.reasons]).toEqual([true, expect.arrayContaining([reason])]);
  }
}

const storedAs = ({ session }: AccessChannel) => {
  const { is_recorded: _recorded, ...stored } = session ?? { is_recorded: false };
  return { ...stored, is_success: true };
};

function checkAfter(facts: Facts | undefined, channel: AccessChannel, expected: Expected): void {
  if (facts === undefined) throw new Error("nobody came");
  const { reached, said, connections, sessions, files } = facts;
  const told = `told: ${said.slice(-2000)}`;
  expect(reached, told).toBe(expected.outcome === "reached");
  expect(
    sessions.filter(({ is_finished: isFinished }) => !isFinished),
    "no session is left open",
  ).toEqual([]);
  if (expected.outcome === "reached") {
    checkReached(facts, channel);
    return;
  }
  if (expected.outcome !== "refused") return;
  if (expected.says !== undefined) expect(said).toMatch(expected.says);
  expect(files.filter(({ state }) => state !== "failed")).toEqual([]);
  switch (expected.by) {
    case "sign-in":
    case "decision":
      expect([sessions, connections, files], told).toEqual([[], 0, []]);
      return;
    case "rights":
      if (sessions.length > 0) {
        expect(files).toContainEqual(expect.objectContaining({ state: "failed", reason: "denied" }));
      } else expect(connections).toBe(0);
      return;
    case "target":
      expect(connections, told).toBe(0);
      expect(sessions, told).toHaveLength(1);
      expect(sessions[0]).toMatchObject({ is_success: false, is_finished: true, has_replay: false });
  }
}

function checkReached({ sessions, files, connections }: Facts, channel: AccessChannel): void {
  if (channel.session === null) {
    expect([sessions, connections]).toEqual([[], 0]);
    return;
  }
  expect(connections).toBeGreaterThan(0);
  expect(sessions).toHaveLength(1);
  expect(sessions[0]).toMatchObject({ ...storedAs(channel), has_replay: channel.session.is_recorded });
  const operation = channel.right;
  if (operation !== undefined) expect(files.map(({ operate }) => operate)).toContain(operation);
  else expect(files).toEqual([]);
}
