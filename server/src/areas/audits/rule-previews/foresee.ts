import type { RawBuilder } from "kysely";
import { DatabaseError } from "pg";
import type { CallerContext } from "../../../engine/access/index.ts";
import { type Row, readRows } from "../../../engine/resource/index.ts";
import { createYield } from "../../../engine/yield-to-event-loop.ts";
import type { Judgement, RuleEffect } from "../../acls/index.ts";
import { type AssetFacts, loadManyAssetFacts } from "../../assets/index.ts";
import { loadManyUserFacts } from "../../roles/index.ts";
import type { UserFacts } from "../../users/index.ts";

/** How much is looked at for one answer. */
export interface Bounds {
  /** Most records. */
  readonly records: number;
  /** Most milliseconds, looked at between batches; a batch may take as long again. */
  readonly milliseconds: number;
  readonly batch: number;
  /** Most records that are named for each effect. */
  readonly named: number;
}

const usualBounds: Bounds = { records: 200_000, milliseconds: 1_500, batch: 2_000, named: 10 };

/** A record that something else would become of. */
export interface ForeseenRecord<Record> {
  readonly effect: RuleEffect;
  readonly record: Record;
}

/** What a draft changes about the records. */
export interface Foreseen<Record> {
  readonly counts: Readonly<{ [effect in RuleEffect]: number }>;
  /** The newest of each effect, in the order of the effects. */
  readonly named: readonly ForeseenRecord<Record>[];
  /** Records that were looked at. */
  readonly examined: number;
  /** Time of the oldest record that was looked at, where older ones were left; null: all were looked at. */
  readonly stoppedAt: Date | null;
}

/** The effects, the gravest first. */
const effects = ["refused", "held", "warned", "allowed"] as const satisfies readonly RuleEffect[];

/** A record, and what filters look at of its user and asset. */
export interface KnownRecord<Record> {
  readonly record: Record;
  readonly user: UserFacts;
  /** Null where the records are about no asset. */
  readonly asset: AssetFacts | null;
}

interface Reading<Record> {
  readonly query: RawBuilder<Row>;
  /** Organization in which groups and roles of people count; null: in all. */
  readonly membershipIn: string | null;
  readonly judge: (known: KnownRecord<Record>) => Judgement;
  readonly bounds?: Bounds;
}

type Placed = { readonly at: Date; readonly user_id: string; readonly asset_id?: string };

/**
 * Judges records from the newest on, a batch at a time over one connection, until there are none left or a bound is
 * reached; says where it stopped.
 */
export async function foresee<Record extends Placed>(
  context: CallerContext,
  { query, membershipIn, judge, bounds = usualBounds }: Reading<Record>,
): Promise<Foreseen<Record>> {
  const tally = createTally<Record>(bounds);
  const facts = createFacts(membershipIn);
  const rest = createYield();
  const until = performance.now() + bounds.milliseconds;
  let examined = 0;
  let last: Date | null = null;
  let isWhole = true;
  const look = async () => {
    for await (const { rows, db } of readRows(query, context, bounds.batch, bounds.milliseconds)) {
      if (examined >= bounds.records) {
        isWhole = false;
        return;
      }
      const records = (rows as unknown as readonly Record[]).slice(0, bounds.records - examined);
      for (const known of await facts(db, records)) {
        tally.add(known.record, judge(known));
        await rest();
      }
      examined += records.length;
      last = records.at(-1)?.at ?? last;
      isWhole = records.length === rows.length && (rows.length < bounds.batch || performance.now() <= until);
      if (!isWhole) return;
    }
    isWhole = true;
  };
  await look().catch((error: unknown) => {
    // The database took too long: what was looked at until then counts.
    if (!(error instanceof DatabaseError && error.code === "57014")) throw error;
    isWhole = false;
  });
  return { ...(await tally.finish(rest)), examined, stoppedAt: isWhole ? null : (last ?? new Date()) };
}

/** Counts and names records that are judged from the newest on. */
function createTally<Record extends Placed>({ named: most }: Bounds) {
  const counts = { refused: 0, held: 0, warned: 0, allowed: 0 };
  const named: ForeseenRecord<Record>[] = [];
  /** What follows from what was done before it. */
  const waiting: { readonly record: Record; readonly judge: () => RuleEffect | null }[] = [];
  const count = (record: Record, effect: RuleEffect | null, isNewest: boolean) => {
    if (effect === null) return;
    counts[effect] += 1;
    if (isNewest || counts[effect] <= most) named.push({ effect, record });
  };
  return {
    add: (record: Record, judgement: Judgement) => {
      if (typeof judgement === "function") waiting.push({ record, judge: judgement });
      else count(record, judgement, false);
    },
    finish: async (rest: () => Promise<void> | undefined) => {
      for (const { record, judge } of waiting.reverse()) {
        count(record, judge(), true);
        await rest();
      }
      const newest = named.toSorted((one, other) => other.record.at.getTime() - one.record.at.getTime());
      const inOrder = effects.flatMap((effect) =>
        newest.filter((one) => one.effect === effect).slice(0, most),
      );
      return { counts, named: inOrder };
    },
  };
}

/** Looks up what filters look at of the people and assets of records, each once. */
function createFacts(membershipIn: string | null) {
  const users = new Map<string, UserFacts | null>();
  const assets = new Map<string, AssetFacts | null>();
  const learn = async <Facts extends { readonly id: string }>(
    known: Map<string, Facts | null>,
    ids: readonly (string | undefined)[],
    load: (missing: readonly string[]) => Promise<readonly Facts[]>,
  ) => {
    const missing = [...new Set(ids.flatMap((id) => (id === undefined || known.has(id) ? [] : id)))];
    if (missing.length === 0) return;
    for (const id of missing) known.set(id, null);
    for (const one of await load(missing)) known.set(one.id, one);
  };
  return async <Record extends Placed>(
    db: CallerContext["db"],
    records: readonly Record[],
  ): Promise<readonly KnownRecord<Record>[]> => {
    await learn(
      users,
      records.map(({ user_id: id }) => id),
      (ids) => loadManyUserFacts(db, ids, membershipIn),
    );
    await learn(
      assets,
      records.map(({ asset_id: id }) => id),
      (ids) => loadManyAssetFacts(db, ids),
    );
    // What has gone is known to no filter.
    return records.flatMap((record) => {
      const user = users.get(record.user_id) ?? null;
      const asset = record.asset_id === undefined ? null : (assets.get(record.asset_id) ?? null);
      return user === null || (record.asset_id !== undefined && asset === null)
        ? []
        : [{ record, user, asset }];
    });
  };
}
