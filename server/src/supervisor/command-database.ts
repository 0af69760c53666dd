import type { Config } from "../engine/config/config.ts";
import { type DatabaseHandle, openDatabase } from "../engine/database/database.ts";
import { startEmbedded } from "../engine/database/embedded/embedded.ts";
import { migrate } from "../engine/database/migrate.ts";
import { migrationsFolder } from "../engine/database/migrations-folder.ts";
import { StartRefusedError } from "../engine/process/runtime.ts";
import { lockDataFolder } from "./data-lock.ts";

/** What a command expects of the database. */
export interface CommandDatabaseOptions {
  /** Migrations to apply first; default all. */
  readonly migrations?: readonly string[];
}

/**
 * Runs a command on the database of the installation, whether the product runs or not: an embedded server that is
 * not running is started for as long as the command takes, and the data folder is held so that nobody else starts
 * it meanwhile.
 *
 * @throws StartRefusedError, NewerDatabaseError, EmbeddedStartError, and whatever the command throws
 */
export async function withProductDatabase<T>(
  config: Config,
  command: (database: DatabaseHandle) => Promise<T>,
  options: CommandDatabaseOptions = {},
): Promise<T> {
  if (config.databaseUrl !== null) {
    return await withDatabase({ connectionString: config.databaseUrl }, command, options);
  }
  const lock = await lockDataFolder(config.dataFolder).catch((error: unknown) => {
    if (error instanceof StartRefusedError) return null;
    throw error;
  });
  try {
    const server = await startEmbedded({
      dataFolder: config.dataFolder,
      binariesFolder: config.postgresBinaries,
    });
    try {
      return await withDatabase(server.connection, command, options);
    } finally {
      // The product's own server continues without us.
      if (lock !== null) await server.stop();
    }
  } finally {
    lock?.release();
  }
}

async function withDatabase<T>(
  connection: Parameters<typeof openDatabase>[0],
  command: (database: DatabaseHandle) => Promise<T>,
  { migrations }: CommandDatabaseOptions,
): Promise<T> {
  const database = openDatabase(connection, { poolSize: 4, applicationName: "sallyport-command" });
  try {
    await migrate(database.db, migrationsFolder(), migrations);
    return await command(database);
  } finally {
    await database.close();
  }
}
