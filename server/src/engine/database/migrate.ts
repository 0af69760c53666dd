import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Kysely, type Migration, type MigrationProvider, Migrator, sql } from "kysely";

const FILE_NAME = /^(\d{4}_[a-z0-9_]+)\.sql$/;

/** What `migrate` did: the names applied now, in order (empty when the database was up to date). */
export interface MigrationReport {
  readonly applied: readonly string[];
}

/** The database was written by a newer build: it holds a migration this build does not know. */
export class NewerDatabaseError extends Error {
  override readonly name = "NewerDatabaseError";
  readonly unknown: readonly string[];
  constructor(unknown: readonly string[]) {
    super(
      `The database was written by a newer version of Sallyport (it holds ${unknown.join(", ")}). ` +
        "Start that version or a later one; nothing was changed.",
    );
    this.unknown = unknown;
  }
}

/** A migration could not be applied; the transaction was rolled back and the database is as before. */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
}

/**
 * Brings the database to the newest migration in `folder`: plain files `NNNN_name.sql`, forward only, applied
 * in name order in one transaction under a lock, so that several processes may call this at once.
 *
 * @param only names of the migrations to apply, for data of before the others; default all of them
 * @throws NewerDatabaseError when the database holds a migration that is not in the folder.
 * @throws MigrationError when a file fails; nothing of this run is kept.
 */
export async function migrate<T>(
  db: Kysely<T>,
  folder: string,
  only?: readonly string[],
): Promise<MigrationReport> {
  const known = await readMigrations(folder);
  const unknown = only?.filter((name) => known[name] === undefined) ?? [];
  if (unknown.length > 0) throw new NewerDatabaseError(unknown);
  const wanted = Object.entries(known).filter(([name]) => only?.includes(name) ?? true);
  const migrations = Object.fromEntries(wanted);
  await refuseNewer(db, new Set(Object.keys(migrations)));
  const provider: MigrationProvider = { getMigrations: async () => migrations };
  const { error, results } = await new Migrator({ db, provider }).migrateToLatest();
  if (error) {
    const failed = results?.find((result) => result.status === "Error")?.migrationName;
    const reason = error instanceof Error ? error.message : String(error);
    throw new MigrationError(failed ? `Migration ${failed} failed: ${reason}` : reason, { cause: error });
  }
  return { applied: (results ?? []).map((result) => result.migrationName) };
}

async function readMigrations(folder: string): Promise<Record<string, Migration>> {
  const migrations: Record<string, Migration> = {};
  for (const file of (await readdir(folder)).sort()) {
    const name = FILE_NAME.exec(file)?.[1];
    if (name === undefined) continue;
    const text = await readFile(join(folder, file), "utf8");
    migrations[name] = { up: async (db) => void (await sql.raw(text).execute(db)) };
  }
  return migrations;
}

async function refuseNewer<T>(db: Kysely<T>, known: ReadonlySet<string>): Promise<void> {
  const present = await sql<{ present: boolean }>`
    select to_regclass('kysely_migration') is not null as present`.execute(db);
  if (!present.rows[0]?.present) return;
  const executed = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const unknown = executed.rows.map((row) => row.name).filter((name) => !known.has(name));
  if (unknown.length > 0) throw new NewerDatabaseError(unknown);
}
