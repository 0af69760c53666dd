import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type { Database } from "../database/database.ts";
import { translate } from "../i18n/messages.ts";
import { text } from "../i18n/texts.ts";
import { log } from "../log.ts";
import type { Refusal } from "./refusal.ts";
import { type FoldedRefusal, storeRefusals, trimmed } from "./store-refusals.ts";

/** Takes down what people and programs were refused. */
export interface RefusalLog {
  /** Takes a refusal down. Costs the one who refuses next to nothing: it is written later, equal ones as one. */
  note(refusal: Refusal): void;
  /** Writes what is waiting. */
  flush(): Promise<void>;
  /** Writes what is waiting, and nothing by itself after that. */
  close(): Promise<void>;
}

/** Equal refusals within so many milliseconds are one row. */
const foldingTime = 600_000;
/** Different refusals of one person, or one address without a person, within that time; further ones are one row. */
const mostPerSource = 50;
/** Different refusals in this process within that time; further ones are one row for each access channel. */
const mostInAll = 2_000;
/** Milliseconds until a new row is written, and until the count of one that is there already is. */
const delays = { first: 1_000, repeated: 30_000 } as const;
/** One row while its ten minutes last. */
interface OpenRow extends FoldedRefusal {
  isWritten: boolean;
}

const sourceOf = ({ person, remoteAddress }: Refusal): string => person?.id ?? remoteAddress;

/** What stands for all that would be too much to tell apart. */
const others = ({ person, remoteAddress, channel }: Refusal, isOfOne: boolean): Refusal => ({
  person: isOfOne ? person : null,
  remoteAddress: isOfOne ? remoteAddress : "",
  channel,
  kind: "limit",
  code: "many_refusals",
  reason: text.manyRefusals,
});

/** What makes refusals equal, within a stretch of time. */
function keyOf(refusal: Refusal, stretch: number): string {
  const { more: _more, person, reason, ...plain } = refusal;
  const parts = [stretch, person?.id, translate(reason, "en"), Object.entries(plain).sort()];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

/**
 * The log of refusals. Memory and rows are bounded whatever arrives: beyond the limits refusals are counted together.
 * `now` is the clock.
 */
export function createRefusalLog(db: Kysely<Database>, now: () => Date = () => new Date()): RefusalLog {
  const rows = new Map<string, OpenRow>();
  const perSource = new Map<string, number>();
  let stretch = 0;
  let timer: NodeJS.Timeout | null = null;
  let due = Number.POSITIVE_INFINITY;
  let writing: Promise<void> = Promise.resolve();
  let isClosed = false;

  const schedule = (delay: number): void => {
    const at = Date.now() + delay;
    if (isClosed || at >= due) return;
    if (timer !== null) clearTimeout(timer);
    due = at;
    timer = setTimeout(() => void flush(), delay);
    timer.unref();
  };

  /** With a new stretch of time, what is written needs no memory any more. */
  const enter = (at: Date): void => {
    const current = Math.floor(at.getTime() / foldingTime);
    if (current === stretch) return;
    stretch = current;
    perSource.clear();
    for (const [key, { waiting }] of rows) if (waiting === 0) rows.delete(key);
  };

  /** The refusal itself, or what stands for too many. */
  const limited = (refusal: Refusal): Refusal => {
    if (rows.has(keyOf(refusal, stretch))) return refusal;
    if (rows.size >= mostInAll) return others(refusal, false);
    const source = sourceOf(refusal);
    const count = perSource.get(source) ?? 0;
    if (count >= mostPerSource) return others(refusal, true);
    perSource.set(source, count + 1);
    return refusal;
  };

  const rowFor = (refusal: Refusal, at: Date): OpenRow => {
    const key = keyOf(refusal, stretch);
    const known = rows.get(key);
    if (known !== undefined) return known;
    const made = { key, refusal: trimmed(refusal), first: at, last: at, waiting: 0, isWritten: false };
    rows.set(key, made);
    return made;
  };

  const write = async (): Promise<void> => {
    const some = [...rows.values()].filter(({ waiting }) => waiting > 0);
    if (some.length === 0) return;
    const taken = some.map((row) => ({ ...row }));
    for (const row of some) row.waiting = 0;
    try {
      await storeRefusals(db, taken);
      for (const row of some) row.isWritten = true;
    } catch (error) {
      some.forEach((row, index) => {
        row.waiting += taken[index]?.waiting ?? 0;
      });
      log.warn({ err: error }, "refusals could not be written yet");
      schedule(delays.repeated);
    }
  };

  const flush = (): Promise<void> => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    due = Number.POSITIVE_INFINITY;
    writing = writing.then(write);
    return writing;
  };

  return {
    note(refusal) {
      if (isClosed) return;
      const at = now();
      enter(at);
      const row = rowFor(limited(refusal), at);
      row.last = at;
      row.waiting += 1;
      schedule(row.isWritten ? delays.repeated : delays.first);
    },
    flush,
    async close() {
      await flush();
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}
