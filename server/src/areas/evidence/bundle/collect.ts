import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import { type Handover, readHandovers } from "../chain/handovers.ts";
import { type Entry, entryLine, leafOf } from "../chain/line.ts";

/** An entry of the session, and its record where the record is as the entry says. */
interface OwnEntry extends Entry {
  /** Canonical text; null where a later entry replaced it. */
  readonly record: string | null;
}

/** The part of the chain that proves the records of a session. */
export interface Proof {
  /** Canonical texts by kind, in the order of the chain. */
  readonly records: ReadonlyMap<string, readonly string[]>;
  /** Lines of the chain: whole entries of the session, `seq leaf` of all others between the checkpoints. */
  readonly chain: readonly string[];
  /** The checkpoints before, between and after them. */
  readonly checkpoints: readonly SignedCheckpoint[];
  /** Public keys (SPKI, base64) by fingerprint. */
  readonly keys: Readonly<Record<string, string>>;
  /** What each of them signed about the next, in their order. */
  readonly handovers: readonly Handover[];
}

/** A checkpoint as a bundle holds it. */
export interface SignedCheckpoint {
  readonly entries: number;
  readonly statement: string;
  readonly signature: string;
  readonly fingerprint: string;
}

/** Collects what proves a session, out of one view of the database. */
export function collectProof(db: Kysely<Database>, sessionId: string): Promise<Proof> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (view) => {
      const own = await ownEntries(view, sessionId);
      const checkpoints = await checkpointsAround(view, own);
      const chain = await chainBetween(view, own, checkpoints);
      const { rows: keys } = await sql<{ fingerprint: string; public_key: string }>`
        select fingerprint, public_key from evidence_keys
      `.execute(view);
      const handovers = await readHandovers(view);
      const used = new Set([
        ...checkpoints.map(({ fingerprint }) => fingerprint),
        ...handovers.flatMap(({ former, successor }) => [former, successor]),
      ]);
      return {
        records: recordsByKind(own),
        chain,
        checkpoints,
        handovers,
        keys: Object.fromEntries(
          keys
            .filter(({ fingerprint }) => used.has(fingerprint))
            .map(({ fingerprint, public_key }) => [fingerprint, public_key]),
        ),
      };
    });
}

function recordsByKind(own: readonly OwnEntry[]): ReadonlyMap<string, readonly string[]> {
  const records = new Map<string, string[]>();
  for (const { kind, record } of own) {
    if (record === null) continue;
    const known = records.get(kind) ?? [];
    known.push(record);
    records.set(kind, known);
  }
  return records;
}

/** All entries of all records of the session that a checkpoint covers. */
async function ownEntries(view: Kysely<Database>, sessionId: string): Promise<OwnEntry[]> {
  const { rows } = await sql<OwnEntry>`
    with own as materialized (select kind, object_id from evidence_of_session(${sessionId}::uuid)),
    contents as materialized (
      select k.kind, c.object_id, c.content
      from (select kind, array_agg(object_id) as ids from own group by kind) k
      cross join lateral evidence_contents(k.kind, k.ids) c
    )
    select e.seq, e.kind, e.action, e.object_id as object, encode(e.content_hash, 'hex') as content,
      e.date_noted as date,
      case when e.seq = max(e.seq) over (partition by e.kind, e.object_id)
        and evidence_hash(c.content) = e.content_hash then c.content end as record
    from own o join evidence_entries e on e.object_id = o.object_id and e.kind = o.kind
    left join contents c on c.object_id = o.object_id and c.kind = o.kind
    where e.seq <= (select max(entries) from evidence_checkpoints)
    order by e.seq
  `.execute(view);
  return rows;
}

/** For each entry the checkpoint before and the one that covers it; the first has none before. */
async function checkpointsAround(
  view: Kysely<Database>,
  own: readonly OwnEntry[],
): Promise<SignedCheckpoint[]> {
  const { rows } = await sql<SignedCheckpoint>`
    select entries, statement, signature, fingerprint from evidence_checkpoints
    where number in (
      select n.number from unnest(${own.map(({ seq }) => seq)}::bigint[]) as e (seq)
      cross join lateral (
        select min(c.number) as number from evidence_checkpoints c where c.entries >= e.seq
        union all
        select max(c.number) from evidence_checkpoints c where c.entries < e.seq
      ) n
    ) order by number
  `.execute(view);
  return rows;
}

/** Entries between the checkpoints, those of others as hashes of which nothing can be read. */
async function chainBetween(
  view: Kysely<Database>,
  own: readonly OwnEntry[],
  checkpoints: readonly SignedCheckpoint[],
): Promise<string[]> {
  const mine = new Set(own.map(({ seq }) => seq));
  const lines: string[] = [];
  let after = 0;
  for (const { entries: until } of checkpoints) {
    // A stretch without an entry of the session is left out: a signed checkpoint stands at its end.
    if (own.some(({ seq }) => seq > after && seq <= until)) {
      const { rows } = await sql<Entry>`
        select seq, kind, action, object_id as object, encode(content_hash, 'hex') as content, date_noted as date
        from evidence_entries where seq > ${after} and seq <= ${until} order by seq
      `.execute(view);
      for (const entry of rows) {
        lines.push(mine.has(entry.seq) ? entryLine(entry) : `${entry.seq} ${leafOf(entry)}`);
      }
    }
    after = until;
  }
  return lines;
}
