import { type Kysely, sql } from "kysely";
import type { Database } from "../database/database.ts";
import type { SecretBox } from "./secret-box.ts";
import { pointerPrefix } from "./vault/pointer.ts";

/** A column of sealed values, declared by the area whose they are: what a rotation of the key goes through. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** Columns that name the row, in the order `context` takes their text. */
  readonly key: readonly string[];
  /** What a value is bound to, as it was sealed. */
  context(...key: readonly string[]): string;
}

/** What one pass over a column did. */
export interface ResealResult {
  /** Values that are sealed under the current key now. */
  readonly resealed: number;
  /** Values that open with no key of this installation. */
  readonly unreadable: number;
}

/** Pages of a table that are gone through at a time. */
const pagesAtATime = 128;

/** A value that is not under the current key, and where it stands now. */
interface StaleValue {
  readonly ctid: string;
  readonly sealed: string;
  readonly key: readonly string[];
}

/**
 * Seals every value of a column under the current key. Each value is replaced only if it is still the one that was
 * read, so anyone who changes it meanwhile wins; it may be stopped anywhere and begun again. A row that moves while
 * this passes is found by the next pass: repeat until nothing is found. What points into the vault is not sealed
 * with the key and stays.
 */
export async function resealColumn(
  db: Kysely<Database>,
  secrets: SecretBox,
  column: SealedColumn,
): Promise<ResealResult> {
  const { rows } = await sql<{ pages: number }>`
    select (pg_relation_size(${column.table}::regclass) / current_setting('block_size')::int)::int as pages
  `.execute(db);
  const result = { resealed: 0, unreadable: 0 };
  for (let page = 0; page < (rows[0]?.pages ?? 0); page += pagesAtATime) {
    const stale = await staleValues(db, secrets, column, page);
    const fresh = stale.flatMap((value) => resealed(secrets, column, value));
    result.unreadable += stale.length - fresh.length;
    result.resealed += await replaceValues(db, column, fresh);
  }
  return result;
}

async function staleValues(
  db: Kysely<Database>,
  secrets: SecretBox,
  { table, column, key }: SealedColumn,
  page: number,
): Promise<readonly StaleValue[]> {
  const names = sql.join(key.map((name) => sql`${sql.ref(name)}::text`));
  const value = sql.ref(column);
  const { rows } = await sql<StaleValue>`
    select ctid::text, ${value} as sealed, array[${names}] as key from ${sql.table(table)}
    where ctid >= ${`(${page},0)`}::tid and ctid < ${`(${page + pagesAtATime},0)`}::tid
      and ${value} <> '' and not starts_with(${value}, ${secrets.currentPrefix()})
      and not starts_with(${value}, ${pointerPrefix})
  `.execute(db);
  return rows;
}

function resealed(
  secrets: SecretBox,
  { context }: SealedColumn,
  { ctid, sealed, key }: StaleValue,
): [{ ctid: string; before: string; after: string }] | [] {
  const bound = context(...key);
  try {
    return [{ ctid, before: sealed, after: secrets.seal(secrets.open(sealed, bound), bound) }];
  } catch {
    return [];
  }
}

async function replaceValues(
  db: Kysely<Database>,
  { table, column }: SealedColumn,
  values: readonly { readonly ctid: string; readonly before: string; readonly after: string }[],
): Promise<number> {
  if (values.length === 0) return 0;
  const value = sql.ref(column);
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} t set ${value} = v.after
    from unnest(${values.map(({ ctid }) => ctid)}::text[], ${values.map(({ before }) => before)}::text[],
      ${values.map(({ after }) => after)}::text[]) as v(row_id, before, after)
    where t.ctid = v.row_id::tid and t.${value} = v.before
  `.execute(db);
  return Number(numAffectedRows ?? 0);
}
