import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { gatewayMissing, isMissing } from "../ssh-gateway.ts";
import { arrange, type Case, type Place } from "./case.ts";
import type { Door, Hand } from "./door.ts";
import { doors } from "./doors.ts";
import type { Expected, Inside, Situation } from "./situation.ts";
import { type Stage, startStage } from "./stage.ts";
import { type FileTrace, fileTraces, type SessionTrace, sessionTraces, settled } from "./traces.ts";
import type { Visit } from "./visit.ts";

/** How many come at once. */
const atOnce = 6;

/** What was seen of one visit, and what stayed behind. */
interface Facts {
  readonly reached: boolean;
  readonly said: string;
  /** Connections that arrived at the target. */
  readonly connections: number;
  readonly sessions: readonly SessionTrace[];
  readonly files: readonly FileTrace[];
}

/** Runs every situation at every door that is given, and says of each pair what was to happen and what did. */
export function runSituations(situations: readonly Situation[], ways: readonly Door[] = doors): void {
  describe.skipIf(gatewayMissing() || isMissing("rsync"))("every way in", () => {
    let stage: Stage;
    beforeAll(async () => {
      stage = await startStage();
    }, 120_000);
    afterAll(() => stage?.close());
    for (const situation of situations) runSituation(situation, ways, () => stage);
  });
}

function runSituation(situation: Situation, ways: readonly Door[], stage: () => Stage): void {
  describe(situation.name, () => {
    const after = new Map<string, Facts>();
    const inside = new Map<string, readonly SessionTrace[]>();
    const found = { failures: 0 };
    const coming = ways.filter((door) => comes(door, situation));
    const { inside: asked } = situation;
    const becomes = typeof asked === "function" ? asked : null;
    const within =
      becomes === null
        ? []
        : ways.filter((door) => hasInside(door, situation) && becomes(door).outcome !== "not applicable");

    beforeAll(async () => {
      const who = await arrange(
        stage(),
        [...new Set([...coming, ...within])].map(({ name }) => name),
      );
      try {
        situation.before?.(who);
        const visitors = await each(within, (door) => enter(who, door));
        const hands = await prepareAll(who, coming);
        await situation.change(who);
        for (const [door, traces] of await each(within, (door) => stay(who, door, visitors, becomes?.(door))))
          inside.set(door, traces);
        const before = await failedSignIns(who);
        const came = await each(coming, (door) => come(who, door, hands.get(door.name) ?? null));
        for (const [door, facts] of came) after.set(door, facts);
        found.failures = (await failedSignIns(who)) - before;
        for (const hand of hands.values()) await hand?.drop?.();
      } finally {
        await situation.undo?.(who);
        who.close();
      }
    }, 240_000);

    for (const door of within) {
      const expected = becomes?.(door);
      if (expected === undefined) continue;
      it(`${door.name}: who is in ${expected.outcome}`, () =>
        checkInside(inside.get(door.name) ?? [], door, expected));
    }
    for (const door of coming) {
      const expected = situation.after(door);
      const by = expected.outcome === "refused" ? ` by ${expected.by}` : "";
      it(`${door.name}: who comes is ${expected.outcome}${by}`, () =>
        checkAfter(after.get(door.name), door, expected));
    }
    const refusals = coming.filter((door) => {
      const expected = situation.after(door);
      const isRefused = expected.outcome === "refused" && expected.by === "sign-in";
      return isRefused && keepsLog(door) && situation.isLogged?.(door) !== false;
    });
    if (refusals.length === 0) return;
    it("writes down whom it does not let sign in", () =>
      expect(found.failures).toBeGreaterThanOrEqual(refusals.length));
  });
}

/** One of each kind of door: what watches over a session is the same for all of them. */
const kinds: readonly string[] = [
  ...["ssh, shell", "ssh, command, by connection token", "sftp, download, by the tree", "scp -O, upload"],
  ...["ssh -R", "ssh -J", "web terminal"],
];

/** Of the doors that a situation makes no difference to, one of each kind. */
const comes = (door: Door, { after, concerns }: Situation): boolean =>
  after(door).outcome !== "not applicable" && (concerns?.(door) !== false || kinds.includes(door.name));

const hasInside = ({ name, session }: Door, { thorough }: Situation): boolean =>
  session !== null && (thorough === true || kinds.includes(name));

/** Sign-ins the product knows of: a channel of a connection that is open is none, and a browser's was before. */
const keepsLog = ({ by }: Door): boolean => ["key", "password", "temporary", "token"].includes(by);

/** Does something for several doors, a few at a time. */
async function each<T>(ways: readonly Door[], work: (door: Door) => Promise<T>): Promise<Map<string, T>> {
  const results = new Map<string, T>();
  const waiting = [...ways];
  const worker = async (): Promise<void> => {
    for (let door = waiting.shift(); door !== undefined; door = waiting.shift()) {
      try {
        results.set(door.name, await work(door));
      } catch (error) {
        throw new Error(`${door.name}: ${error instanceof Error ? error.message : String(error)}`, {
          cause: error,
        });
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

const placeOf = ({ places }: Case, { name }: Door): Place => {
  const place = places.get(name);
  if (place === undefined) throw new Error(`no place for ${name}`);
  return place;
};

const prepare = async (who: Case, door: Door): Promise<Hand | null> =>
  (await door.prepare?.({ who, place: placeOf(who, door) })) ?? null;

const prepareAll = (who: Case, ways: readonly Door[]) => each(ways, (door) => prepare(who, door));

/** Somebody who is in. */
interface Visitor {
  readonly visit: Visit;
  readonly hand: Hand | null;
}

/** Goes in while everything is granted. */
async function enter(who: Case, door: Door): Promise<Visitor> {
  const hand = await prepare(who, door);
  const visit = door.enter({ who, place: placeOf(who, door) }, hand);
  if (!(await visit.reached)) throw new Error(`not reached while everything was granted: ${visit.said()}`);
  return { visit, hand };
}

/** Waits for what becomes of somebody who was in, and takes them away. */
async function stay(
  who: Case,
  door: Door,
  visitors: ReadonlyMap<string, Visitor>,
  expected: Inside | undefined,
): Promise<readonly SessionTrace[]> {
  const visitor = visitors.get(door.name);
  const place = placeOf(who, door);
  const isToEnd = expected?.outcome === "ends";
  const traces = await (isToEnd ? settled(who, place) : lasting(who, place));
  await visitor?.visit.leave();
  await visitor?.hand?.drop?.();
  await settled(who, place);
  return traces;
}

/** The sessions after the guards had time to look. */
async function lasting(who: Case, place: Place): Promise<readonly SessionTrace[]> {
  await new Promise((resolve) => setTimeout(resolve, 2500));
  return sessionTraces(who, place);
}

async function come(who: Case, door: Door, hand: Hand | null): Promise<Facts> {
  const place = placeOf(who, door);
  const before = new Set((await sessionTraces(who, place)).map(({ id }) => id));
  const connections = place.relay.count();
  const visit = door.enter({ who, place }, hand);
  const reached = await visit.reached;
  await visit.leave();
  const sessions = (await settled(who, place)).filter(({ id }) => !before.has(id));
  const files = await fileTraces(who, sessions, sessions.length > 0 && door.right !== undefined);
  return { reached, said: visit.said(), connections: place.relay.count() - connections, sessions, files };
}

/** Of the person, and of tokens whose owner nobody was told. */
async function failedSignIns({ stage, person }: Case): Promise<number> {
  const { rows } = await stage.gateway.product.database.pool.query(
    "select 1 from login_logs where (username = $1 or username like 'JMS-%') and not status and type = 'T'",
    [person.username],
  );
  return rows.length;
}

function checkInside(traces: readonly SessionTrace[], door: Door, expected: Inside): void {
  expect(traces, "a session is on record").not.toEqual([]);
  for (const trace of traces) expect(trace).toMatchObject(storedAs(door));
  if (expected.outcome !== "ends") {
    expect(traces.every(({ is_finished: isFinished }) => !isFinished)).toBe(true);
    return;
  }
  for (const { is_finished: isFinished, end_reason: reason } of traces) {
    expect([isFinished, expected.reasons]).toEqual([true, expect.arrayContaining([reason])]);
  }
}

const storedAs = ({ session }: Door) => {
  const { is_recorded: _recorded, ...stored } = session ?? { is_recorded: false };
  return { ...stored, is_success: true };
};

function checkAfter(facts: Facts | undefined, door: Door, expected: Expected): void {
  if (facts === undefined) throw new Error("nobody came");
  const { reached, said, connections, sessions, files } = facts;
  const told = `told: ${said.slice(-2000)}`;
  expect(reached, told).toBe(expected.outcome === "reached");
  expect(
    sessions.filter(({ is_finished: isFinished }) => !isFinished),
    "no session is left open",
  ).toEqual([]);
  if (expected.outcome === "reached") {
    checkReached(facts, door);
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

function checkReached({ sessions, files, connections }: Facts, door: Door): void {
  if (door.session === null) {
    expect([sessions, connections]).toEqual([[], 0]);
    return;
  }
  expect(connections).toBeGreaterThan(0);
  expect(sessions).toHaveLength(1);
  expect(sessions[0]).toMatchObject({ ...storedAs(door), has_replay: door.session.is_recorded });
  const operation = door.right;
  if (operation !== undefined) expect(files.map(({ operate }) => operate)).toContain(operation);
  else expect(files).toEqual([]);
}
