import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, resolve, sep } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Pool, PoolClient } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { BackupError, type BackupManifest } from "./manifest.ts";
import type { OpenBackup } from "./open-backup.ts";
import { quoted } from "./quoted.ts";

/** Where a backup is restored to. */
export interface RestoreTarget {
  /** A database with the migrations of the backup and nothing that anybody made. */
  readonly pool: Pool;
  readonly dataFolder: string;
}

/**
 * Puts a backup into a fresh installation: the files first, then every table in one transaction, which is committed
 * when everything was read to its end. Indexes, references between tables and counts are those of the migrations.
 *
 * @throws BackupError when the archive is damaged; the database is then as before
 */
export async function restoreBackup(backup: OpenBackup, { pool, dataFolder }: RestoreTarget): Promise<void> {
  for (const { path, content } of backup.files) await writeFile(dataFolder, path, content());
  const client = await pool.connect();
  try {
    await client.query("begin");
    await load(client, backup);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw explain(error);
  } finally {
    client.release(true);
  }
}

async function writeFile(root: string, path: string, content: ReadableStream<Uint8Array>): Promise<void> {
  const target = resolve(root, path);
  if (!target.startsWith(resolve(root) + sep))
    throw new BackupError(`The backup contains a path that points outside of it: ${path}`);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  try {
    await pipeline(nodeStream(content), createWriteStream(target, { mode: 0o600, flush: true }));
  } catch (error) {
    throw explain(error);
  }
}

async function load(client: PoolClient, backup: OpenBackup): Promise<void> {
  const { tables, sequences } = backup.manifest;
  const names = tables.map(({ name }) => name);
  await requireTables(client, names);
  const references = await dropReferences(client);
  const all = await everyTable(client);
  for (const name of all) await client.query(`alter table ${quoted(name)} disable trigger user`);
  await client.query(`truncate ${all.map(quoted).join(", ")}`);
  for (const { name, columns } of tables) {
    const rows = client.query(
      copyFrom(`copy ${quoted(name)} (${columns.map(quoted).join(", ")}) from stdin`),
    );
    await pipeline(nodeStream(backup.table(name)), rows);
  }
  for (const [name, last, given] of sequences) {
    await client.query("select setval($1::regclass, $2::bigint, $3)", [quoted(name), last, given]);
  }
  for (const name of all) await client.query(`alter table ${quoted(name)} enable trigger user`);
  for (const { table, name, definition } of references) {
    await client.query(`alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`);
  }
}

async function requireTables(client: PoolClient, names: readonly string[]): Promise<void> {
  const present = new Set(await everyTable(client));
  const missing = names.filter((name) => !present.has(name));
  if (missing.length > 0)
    throw new BackupError(
      `This version has no tables ${missing.join(", ")}. Restore with the version the backup was created with, or a later one.`,
    );
}

/** The product's tables, without the record of migrations. */
async function everyTable(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like 'kysely_migration%'`,
  );
  return rows.map(({ name }) => name);
}

/** References are checked when all tables are there, whatever the order they come in. */
async function dropReferences(
  client: PoolClient,
): Promise<{ readonly table: string; readonly name: string; readonly definition: string }[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select c.conrelid::regclass::text as "table", c.conname as name, pg_get_constraintdef(c.oid) as definition
     from pg_constraint c join pg_class t on t.oid = c.conrelid
     where c.contype = 'f' and t.relnamespace = 'public'::regnamespace`,
  );
  for (const { table, name } of rows) {
    await client.query(`alter table ${table} drop constraint ${quoted(name)}`);
  }
  return rows.map((row) => ({ ...row, table: row.table.replace(/^"(.*)"$/, "$1") }));
}

const nodeStream = (stream: ReadableStream<Uint8Array>): Readable =>
  Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0]);

/** Errors of the archive read as such; those of the database and the disk say what they are. */
function explain(error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof BackupError || typeof code === "string") return error;
  return new BackupError(`The backup is damaged (${message}).`);
}

/** Whether the keys of a process open what is in a backup. */
export function missingKeys({ keys }: BackupManifest, present: ReadonlySet<string>): readonly string[] {
  return keys.filter((id) => !present.has(id));
}
