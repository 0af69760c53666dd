import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import "../tables.ts";
import { chained, chainStart, type Entry, type EntryAction, leafOf } from "./line.ts";

/** Entries that are added at a time; also how many the next checkpoint waits for at most. */
export const entriesAtOnce = 1000;

/** Of all workers one appends at a time; writers of records never wait for it. */
const lock = sql`hashtext('evidence chain')`;

/** Where the chain stands. */
export interface ChainHead {
  /** Entries so far. */
  readonly seq: number;
  /** Hash of the chain, hexadecimal. */
  readonly hash: string;
}

/** The end of the chain as it is stored. */
export async function chainHead(db: Kysely<Database>): Promise<ChainHead> {
  const { rows } = await sql<ChainHead>`
    select seq, encode(chain_hash, 'hex') as hash from evidence_entries order by seq desc limit 1
  `.execute(db);
  return rows[0] ?? { seq: 0, hash: chainStart };
}

/**
 * Takes the lock of the chain for the transaction; false while somebody else holds it.
 * @param waits whether to wait for them instead
 */
export async function lockChain(transaction: Kysely<Database>, waits: boolean): Promise<boolean> {
  if (waits) {
    await sql`select pg_advisory_xact_lock(${lock})`.execute(transaction);
    return true;
  }
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${lock}) as locked
  `.execute(transaction);
  return rows[0]?.locked === true;
}

interface PendingRow {
  readonly id: string;
  readonly kind: string;
  readonly action: EntryAction;
  readonly object: string;
  readonly content: string;
  readonly date: Date;
}

/**
 * Adds to the chain what waits, some of it at a time, in a transaction of its own.
 *
 * @param waits whether to wait for another worker
 * @returns how many entries were added; 0 when none waits, null while another worker is at it
 */
export function appendPending(db: Kysely<Database>, waits: boolean): Promise<number | null> {
  return db.transaction().execute(async (transaction) => {
    if (!(await lockChain(transaction, waits))) return null;
    const { rows } = await sql<PendingRow>`
      select id, kind, action, object_id as object, encode(content_hash, 'hex') as content, date_noted as date
      from evidence_pending order by id limit ${sql.lit(entriesAtOnce)}
    `.execute(transaction);
    if (rows.length === 0) return 0;
    await insert(transaction, await chainHead(transaction), rows);
    await sql`delete from evidence_pending where id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(
      transaction,
    );
    return rows.length;
  });
}

async function insert(
  transaction: Kysely<Database>,
  { seq: last, hash: end }: ChainHead,
  rows: readonly PendingRow[],
): Promise<void> {
  const entries: Entry[] = rows.map(({ id: _id, ...row }, index) => ({ ...row, seq: last + index + 1 }));
  let hash = end;
  const hashes = entries.map((entry) => {
    hash = chained(hash, leafOf(entry));
    return hash;
  });
  const each = (column: (entry: Entry) => string | number): (string | number)[] => entries.map(column);
  await sql`
    insert into evidence_entries (seq, kind, action, object_id, content_hash, date_noted, chain_hash)
    select v.seq, v.kind, v.action, v.object, decode(v.content, 'hex'), v.noted, decode(v.hash, 'hex')
    from unnest(
      ${each(({ seq }) => seq)}::bigint[], ${each(({ kind }) => kind)}::text[],
      ${each(({ action }) => action)}::text[], ${each(({ object }) => object)}::uuid[],
      ${each(({ content }) => content)}::text[],
      ${each(({ date }) => date.toISOString())}::timestamptz[], ${hashes}::text[]
    ) as v (seq, kind, action, object, content, noted, hash)
  `.execute(transaction);
}
