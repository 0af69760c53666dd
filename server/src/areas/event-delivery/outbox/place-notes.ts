import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import type { JsonObject } from "../../../engine/json.ts";
import { tasksTable } from "../../../engine/tasks/index.ts";
import "../tables.ts";
import { bounded } from "../catalogue/bounded.ts";
import { classify, type Note } from "../catalogue/classify.ts";
import { eventOf, type StoredEvent } from "../catalogue/event.ts";

/** Notes that are put in order at a time: of 2 000, too many outlive the collections of young memory. */
const notesAtOnce = 1_000;

/** Most bytes of an event that is kept. */
const largestEvent = 32_768;

/** Of all workers one puts notes in order at a time; writers of records never wait for it. */
const lock = sql`hashtext('order of events')`;

interface NoteRow {
  readonly id: number;
  readonly source: string;
  readonly change: Note["change"];
  readonly content: string;
  readonly changed: readonly string[] | null;
  readonly date_noted: Date;
}

/**
 * Gives the notes that wait their places in the order of events, some of them at a time, in a transaction of its own.
 * What one record was before another commit is noted before it, so each source keeps its order.
 *
 * @returns how many notes there were; 0 when none waits, null while another worker is at it
 */
export function placeNotes(db: Kysely<Database>): Promise<number | null> {
  return db.transaction().execute(async (transaction) => {
    const { rows: locks } = await sql<{ locked: boolean }>`
      select pg_try_advisory_xact_lock(${lock}) as locked
    `.execute(transaction);
    if (locks[0]?.locked !== true) return null;
    const { rows } = await sql<NoteRow>`
      delete from event_notes where id in (
        select id from event_notes order by id limit ${sql.lit(notesAtOnce)}
      ) returning id, source, change, content, changed, date_noted
    `.execute(transaction);
    if (rows.length === 0) return 0;
    // What is deleted comes in no order.
    const inOrder = rows.toSorted((a, b) => a.id - b.id);
    await insertEvents(transaction, await eventsOf(transaction, inOrder));
    return rows.length;
  });
}

async function eventsOf(db: Kysely<Database>, rows: readonly NoteRow[]): Promise<readonly StoredEvent[]> {
  const tasks = rows.some(({ source }) => source === "job") ? await taskNames(db) : new Map<string, string>();
  return rows.flatMap((row) => {
    const said = JSON.parse(row.content) as JsonObject;
    const note: Note = {
      source: row.source,
      change: row.change,
      content:
        row.source === "job"
          ? { ...said, task: tasks.get(String(said.task_id)) ?? String(said.task_id) }
          : said,
      changed: row.changed ?? [],
      date: row.date_noted,
    };
    const kind = classify(note);
    return kind === null ? [] : [bounded(eventOf(randomUUID(), kind, note), largestEvent)];
  });
}

async function taskNames(db: Kysely<Database>): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`select id, name from ${tasksTable}`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

async function insertEvents(db: Kysely<Database>, events: readonly StoredEvent[]): Promise<void> {
  if (events.length === 0) return;
  await sql`
    insert into events (id, kind, org_id, date, event)
    select v.id, v.kind, v.org_id, v.date, v.event::jsonb
    from unnest(
      ${events.map(({ id }) => id)}::uuid[], ${events.map(({ kind }) => kind)}::text[],
      ${events.map(({ org_id: id }) => id)}::uuid[], ${events.map(({ time }) => time)}::timestamptz[],
      ${events.map((event) => JSON.stringify(event))}::text[]
    ) with ordinality as v (id, kind, org_id, date, event, place)
    order by v.place
  `.execute(db);
}
