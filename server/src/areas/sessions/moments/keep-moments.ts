import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import type { Services } from "../../../engine/services.ts";
import { type ReplayIndex, shownLines } from "../../../transport/replay-index/index.ts";
import type { KeyServices } from "../server-keys.ts";
import { type Chunk, type Line, makeChunks } from "./chunks.ts";
import { momentKeys } from "./moment-key.ts";

/** The form in which texts are kept now; raised with it, what is kept is made anew. */
export const form = 2;

/** Whether what recordings show is kept to be searched. */
export const isSearchOn = ({ settings }: Pick<Services, "settings">): Promise<boolean> =>
  settings.get<boolean>("SECURITY_SESSION_SEARCH_ENABLED");

/** Sessions that are forgotten in one go. */
const some = 200;

/** Forgets what is kept of all recordings, some at a time. */
export async function forgetMoments(db: Kysely<Database>, signal?: AbortSignal): Promise<void> {
  for (let count = some; count === some && signal?.aborted !== true; ) {
    const { numAffectedRows } = await sql`
      delete from recording_moments where session_id in (select session_id from recording_moments limit ${sql.lit(some)})
    `.execute(db);
    count = Number(numAffectedRows ?? 0);
  }
}

/** Forgets what is kept of one recording. */
export async function forgetSession(db: Kysely<Database>, session: string): Promise<void> {
  await db.deleteFrom("recording_moments").where("session_id", "=", session).execute();
}

/** Has everything be made anew, whoever does it. What is there is found until then. */
export async function outdateMoments(db: Kysely<Database>): Promise<void> {
  await sql`update recording_moments set form = 0, is_whole = false`.execute(db);
}

interface Kept {
  readonly parts: number;
  readonly chunks: number;
  readonly is_whole: boolean;
}

/** How far a recording is covered; what is kept in another form is forgotten. Null where there is no session. */
async function covered(db: Kysely<Database>, session: string): Promise<Kept | null> {
  return await db.transaction().execute(async (transaction) => {
    await sql`
      insert into recording_moments (session_id, form) select id, ${form} from sessions where id = ${session}::uuid
      on conflict do nothing
    `.execute(transaction);
    const row = await transaction
      .selectFrom("recording_moments")
      .select(["parts", "chunks", "is_whole", "form"])
      .where("session_id", "=", session)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined || row.form === form) return row ?? null;
    await transaction.deleteFrom("moment_chunks").where("session_id", "=", session).execute();
    const anew = { form, parts: 0, chunks: 0, is_whole: false, text_bytes: 0, kept_bytes: 0 };
    await transaction.updateTable("recording_moments").set(anew).where("session_id", "=", session).execute();
    return anew;
  });
}

/** What is kept for a chunk, in bytes, beside what the database takes for rows. */
const keptBytes = ({ signature, sealed }: Chunk): number => signature.length + sealed.length;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/**
 * Keeps the chunks of one part, with how far the recording is covered then: both or neither.
 *
 * @returns false when somebody else was quicker
 */
async function keepPart(
  db: Kysely<Database>,
  session: string,
  { parts, chunks: before }: Kept,
  chunks: readonly Chunk[],
): Promise<boolean> {
  return await db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable("recording_moments")
      .set(({ eb }) => ({
        parts: parts + 1,
        chunks: before + chunks.length,
        text_bytes: eb("text_bytes", "+", sum(chunks.map(({ textBytes }) => textBytes))),
        kept_bytes: eb("kept_bytes", "+", sum(chunks.map(keptBytes))),
      }))
      .where("session_id", "=", session)
      .where("parts", "=", parts)
      .where("form", "=", form)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return false;
    for (const { place, begins, ends, signature, sealed } of chunks) {
      await sql`
        with kept as (
          insert into moment_chunks (session_id, place, org_id, started, begins, ends)
          select id, ${place}, org_id, (extract(epoch from date_start) * 1000000)::bigint, ${begins}, ${ends}
          from sessions where id = ${session}::uuid returning session_id, place
        ), loose as (
          insert into moment_signatures (session_id, place, bits, signature)
          select session_id, place, ${signature.length * 8}, ${signature}::bytea from kept
        )
        insert into moment_texts (session_id, place, content) select session_id, place, ${sealed}::bytea from kept
      `.execute(transaction);
    }
    return true;
  });
}

/** What a recording showed, part by part. */
export interface ShownParts {
  /** How many parts there are. */
  readonly count: number;
  /** Whether nothing comes behind them. */
  readonly isEnd: boolean;
  /** The lines of each part from one on. */
  from(part: number): AsyncIterable<readonly Line[]>;
}

/** What a recording showed, by its index. */
export const shownParts = (file: string, index: ReplayIndex): ShownParts => ({
  count: index.parts.length,
  isEnd: index.end !== null,
  from: (part) => shownLines(file, { ...index, parts: index.parts.slice(part) }),
});

/**
 * Keeps what a recording showed, so that it is found among all others: part by part, going on where it stopped, however
 * it did. Twice at once does no harm.
 *
 * @returns bytes of text that were added
 * @throws the file system's errors, and where the index was changed
 */
export async function keepMoments(
  services: KeyServices,
  session: string,
  shown: ShownParts,
  signal?: AbortSignal,
): Promise<number> {
  const { db } = services;
  let kept = await covered(db, session);
  if (kept === null || kept.is_whole) return 0;
  const keys = await momentKeys(services);
  let added = 0;
  for await (const lines of shown.from(kept.parts)) {
    if (signal?.aborted === true) return added;
    const chunks = await makeChunks(keys, session, -kept.chunks, lines);
    if (!(await keepPart(db, session, kept, chunks))) return added;
    added += sum(chunks.map(({ textBytes }) => textBytes));
    kept = { ...kept, parts: kept.parts + 1, chunks: kept.chunks + chunks.length };
  }
  if (!shown.isEnd) return added;
  await db
    .updateTable("recording_moments")
    .set({ is_whole: true })
    .where("session_id", "=", session)
    .where("form", "=", form)
    .where("parts", "=", shown.count)
    .execute();
  return added;
}
