import { createWriteStream, existsSync, readFileSync } from "node:fs";
import { open, readdir, rename, rm } from "node:fs/promises";
import { join, posix } from "node:path";
import { Readable, Writable } from "node:stream";
import { configure, ZipWriter } from "@zip.js/zip.js";
import type { Pool, PoolClient } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { productVersion } from "../config/data-folder.ts";
import { knownKeys } from "../secrets/key-register.ts";
import { type BackedUpTable, type BackupManifest, backupFormat, entryNames, lockKeys } from "./manifest.ts";
import { quoted } from "./quoted.ts";

configure({ useWebWorkers: false });

/** What only the processes that run now can use: browser sessions, selections, which workers are alive. */
const passing = [
  "http_sessions",
  "resource_selections",
  "job_workers",
  "kysely_migration",
  "kysely_migration_lock",
];

/** Files that open what is sealed, and issue licenses. */
const keyFiles = ["secret.key", "license.key"];

/** What to back up, and where to. */
export interface BackupOptions {
  readonly pool: Pool;
  readonly dataFolder: string;
  /** Folders of the data folder whose files are part of the installation. */
  readonly folders: readonly string[];
  /** File to write; made beside its place and moved there when it is whole. */
  readonly target: string;
  /** Puts the keys into the backup, locked with it; null leaves them out. */
  readonly passphrase: string | null;
}

/** What was written. */
export interface BackupReport {
  readonly tables: number;
  readonly files: number;
  readonly keys: readonly string[];
}

/**
 * Writes the whole installation into one archive while the product runs: every table as it is at one moment, the
 * recordings and the copies of transferred files. Nothing of it is held in memory. docs/backup.md.
 */
export async function createBackup(options: BackupOptions): Promise<BackupReport> {
  const draft = `${options.target}.unfinished`;
  const client = await options.pool.connect();
  try {
    await client.query("begin isolation level repeatable read read only");
    // Written for its owner alone: sealed or not, it holds everything there is.
    const output = createWriteStream(draft, { mode: 0o600, flush: true });
    const archive = new ZipWriter(Writable.toWeb(output) as WritableStream<Uint8Array>, { zip64: true });
    const report = await fill(archive, client, options);
    await archive.close();
    await client.query("commit");
    await rename(draft, options.target);
    return report;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    client.release(true);
  }
}

async function fill(
  archive: ZipWriter<unknown>,
  client: PoolClient,
  { dataFolder, folders, passphrase }: BackupOptions,
): Promise<BackupReport> {
  const manifest = await describe(client);
  await archive.add(entryNames.manifest, textStream(JSON.stringify(manifest, null, 1)));
  if (passphrase !== null) {
    await archive.add(entryNames.keys, textStream(lockKeys(readKeyFiles(dataFolder), passphrase)));
  }
  for (const { name, columns } of manifest.tables) {
    const rows = client.query(copyTo(`copy ${quoted(name)} (${columns.map(quoted).join(", ")}) to stdout`));
    await archive.add(entryNames.table(name), webStream(rows));
  }
  let files = 0;
  for (const folder of folders) {
    for await (const path of filesBelow(dataFolder, folder))
      files += await addFile(archive, dataFolder, path);
  }
  return { tables: manifest.tables.length, files, keys: manifest.keys };
}

async function describe(client: PoolClient): Promise<BackupManifest> {
  const tables = await client.query<BackedUpTable>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> all($1)
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by c.relname order by c.relname`,
    [passing],
  );
  const migrations = await client.query<{ name: string }>("select name from kysely_migration order by name");
  const keys = await knownKeys(client);
  const sequences = await client.query<{ name: string }>(
    "select sequencename as name from pg_sequences where schemaname = 'public' order by 1",
  );
  const values: [string, string, boolean][] = [];
  for (const { name } of sequences.rows) {
    const { rows } = await client.query<{ last: string; given: boolean }>(
      `select last_value::text as last, is_called as given from ${quoted(name)}`,
    );
    for (const { last, given } of rows) values.push([name, last, given]);
  }
  return {
    format: backupFormat,
    version: productVersion,
    made: new Date().toISOString(),
    migrations: migrations.rows.map(({ name }) => name),
    keys: keys.rows.map(({ id }) => id),
    tables: tables.rows,
    sequences: values,
  };
}

function readKeyFiles(dataFolder: string): Record<string, string> {
  const present = keyFiles.filter((name) => existsSync(join(dataFolder, name)));
  return Object.fromEntries(present.map((name) => [name, readFileSync(join(dataFolder, name), "utf8")]));
}

/**
 * A recording may be in progress: what is there now is whole in itself. One that was just removed counts as none.
 */
async function addFile(archive: ZipWriter<unknown>, dataFolder: string, path: string): Promise<number> {
  const file = await open(join(dataFolder, path), "r").catch(() => null);
  if (file === null) return 0;
  try {
    const { size } = await file.stat();
    // Encrypted and compressed already.
    const content = file.createReadStream({ start: 0, end: Math.max(size - 1, 0), autoClose: false });
    await archive.add(entryNames.file(path), size === 0 ? textStream("") : webStream(content), { level: 0 });
    return 1;
  } finally {
    await file.close();
  }
}

async function* filesBelow(root: string, folder: string): AsyncGenerator<string> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(root, path);
    else if (entry.isFile()) yield path;
  }
}

const webStream = (stream: Readable): ReadableStream<Uint8Array> =>
  Readable.toWeb(stream) as ReadableStream<Uint8Array>;

const textStream = (text: string): ReadableStream<Uint8Array> =>
  webStream(Readable.from([Buffer.from(text)]));
