import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import type { Position, Wanted } from "./wanted.ts";

/** Chunks one statement goes through: what bounds how long it takes, however much is kept. */
const windowSize = 32_768;

/** Chunks one statement answers. */
const mostCandidates = 256;

/** A chunk that may have the text. */
export interface Candidate {
  readonly started: number;
  readonly session: string;
  readonly place: number;
}

/** Chunks that may have the text, in order. */
export interface Candidates {
  readonly found: readonly Candidate[];
  /** Where the next ones are looked for; null at the end. */
  readonly next: Position | null;
}

const all = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.join(conditions, sql` and `)}`;

/** The slice of a block that tells of one bit. */
const sliceName = (at: number): RawBuilder<unknown> => sql.ref(`b.slice_${at}`);

/** The slices that are asked for, of each block with chunks in the window. */
const askedSlices = (hashes: readonly number[]): RawBuilder<unknown> => sql`
  select b.id${sql.join(
    hashes.map(
      (hash, at) =>
        sql`, substring(b.slices from (${hash}::bigint % b.bits)::integer * (b.slots / 8) + 1 for b.slots / 8)
          as ${sql.ref(`slice_${at}`)}`,
    ),
    sql``,
  )}
  from (select distinct block_id from nearby) n join moment_blocks b on b.id = n.block_id`;

/** Whether the signature of a chunk has all of these set, wherever it is kept. */
const hasAll = (hashes: readonly number[]): RawBuilder<boolean>[] =>
  hashes.length === 0
    ? []
    : [
        sql<boolean>`case when c.block_id is null
          then ${all(hashes.map((hash) => sql<boolean>`get_bit(g.signature, ${hash}::bigint % g.bits) = 1`))}
          else ${all(hashes.map((_, at) => sql<boolean>`get_bit(${sliceName(at)}, c.slot) = 1`))} end`,
      ];

const namedLike = (column: "user" | "asset" | "account", part: string): RawBuilder<boolean>[] =>
  part === "" ? [] : [sql<boolean>`strpos(lower(${sql.ref(`s.${column}`)}), lower(${part}::text)) > 0`];

function conditionsOf({ organization, hashes, ...wanted }: Wanted): RawBuilder<boolean>[] {
  const { user, asset, account, from, to, isTyped } = wanted;
  const moment = (column: "begins" | "ends") => sql`c.started + ${sql.ref(`c.${column}`)}`;
  return [
    sql<boolean>`s.is_finished and s.has_replay`,
    ...(organization === null ? [] : [sql<boolean>`s.org_id = ${organization}::uuid`]),
    ...namedLike("user", user),
    ...namedLike("asset", asset),
    ...namedLike("account", account),
    ...(from === null ? [] : [sql<boolean>`${moment("ends")} >= ${from * 1000}`]),
    ...(to === null ? [] : [sql<boolean>`${moment("begins")} <= ${to * 1000}`]),
    ...(isTyped
      ? [
          sql<boolean>`exists (select from commands m where m.session_id = c.session_id and ${typed(wanted.text)})`,
        ]
      : []),
    ...hasAll(hashes),
  ];
}

/** Commands with the text, as far as the database compares as we do; hits are looked at again. */
const typed = (text: string): RawBuilder<boolean> => sql<boolean>`strpos(lower(m.command), ${text}) > 0`;

/** Whatever comes behind a position, of an organization or of all. */
function behind({ organization, to }: Wanted, after: Position | null): RawBuilder<boolean>[] {
  const { started, session, place } = after ?? {};
  return [
    ...(organization === null ? [] : [sql<boolean>`c.org_id = ${organization}::uuid`]),
    ...(to === null ? [] : [sql<boolean>`c.started <= ${to * 1000}`]),
    ...(after === null
      ? []
      : [
          sql<boolean>`(c.started, c.session_id, c.place) < (${started}, ${session}::uuid, ${place}::integer)`,
        ]),
  ];
}

const inOrder = sql`order by c.started desc, c.session_id desc, c.place desc`;
const columns = sql`c.started, c.session_id as session, c.place`;

/** The next chunks that may have the text, newest session first; goes through a bounded number of them. */
export async function findCandidates(
  db: Kysely<Database>,
  wanted: Wanted,
  after: Position | null,
): Promise<Candidates> {
  const place = [sql<boolean>`true`, ...behind(wanted, after)];
  const { rows: ends } = await sql<Candidate>`
    select ${columns} from moment_chunks c where ${all(place)} ${inOrder} offset ${sql.lit(windowSize - 1)} limit 1
  `.execute(db);
  const end = ends[0] ?? null;
  const within =
    end === null
      ? []
      : [
          sql<boolean>`(c.started, c.session_id, c.place) >= (${end.started}, ${end.session}::uuid, ${end.place}::integer)`,
        ];
  const { rows: found } = await sql<Candidate>`
    with nearby as materialized (
      select c.session_id, c.place, c.started, c.begins, c.ends, c.block_id, c.slot
      from moment_chunks c where ${all([...place, ...within])}
    ), block as materialized (${askedSlices(wanted.hashes)})
    select ${columns} from nearby c join sessions s on s.id = c.session_id
    left join block b on b.id = c.block_id
    left join moment_signatures g on c.block_id is null and g.session_id = c.session_id and g.place = c.place
    where ${all(conditionsOf(wanted))} ${inOrder} limit ${sql.lit(mostCandidates)}
  `.execute(db);
  const next = found.length === mostCandidates ? (found.at(-1) ?? null) : end;
  return { found, next };
}

/** The sealed lines of chunks, by session and place; without those that are gone. */
export async function readTexts(
  db: Kysely<Database>,
  candidates: readonly Candidate[],
): Promise<ReadonlyMap<Candidate, Buffer>> {
  const { rows } = await sql<{ number: number; content: Buffer }>`
    select v.number, t.content from unnest(
      ${candidates.map(({ session }) => session)}::uuid[], ${candidates.map(({ place }) => place)}::integer[]
    ) with ordinality as v (session_id, place, number)
    join moment_texts t on t.session_id = v.session_id and t.place = v.place
  `.execute(db);
  return new Map(rows.map(({ number, content }) => [candidates[number - 1] as Candidate, content]));
}

/** A session with hits, as it was. */
export interface FoundSession {
  readonly id: string;
  readonly user: string;
  readonly asset: string;
  readonly account: string;
  readonly protocol: string;
  readonly date_start: Date;
  readonly date_end: Date | null;
}

/** What is told of sessions; without those that are gone. */
export async function readSessions(db: Kysely<Database>, ids: readonly string[]): Promise<FoundSession[]> {
  if (ids.length === 0) return [];
  return await db
    .selectFrom("sessions")
    .select(["id", "user", "asset", "account", "protocol", "date_start", "date_end"])
    .where("id", "in", ids)
    .execute();
}

/** A command with the text. */
export interface TypedCommand {
  readonly command: string;
  readonly date_executed: Date;
}

/** Commands of sessions with the text. */
export async function readCommands(
  db: Kysely<Database>,
  sessions: readonly string[],
  text: string,
): Promise<ReadonlyMap<string, readonly TypedCommand[]>> {
  const found = new Map<string, TypedCommand[]>();
  if (sessions.length === 0) return found;
  const { rows } = await sql<TypedCommand & { session_id: string }>`
    select m.session_id, m.command, m.date_executed from commands m
    where m.session_id = any(${[...sessions]}::uuid[]) and ${typed(text)}
  `.execute(db);
  for (const row of rows) found.set(row.session_id, [...(found.get(row.session_id) ?? []), row]);
  return found;
}
