import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { Config } from "../engine/config/config.ts";
import type { ConnectionOptions } from "../engine/database/connection.ts";
import { openDatabase } from "../engine/database/database.ts";
import { startEmbedded } from "../engine/database/embedded/embedded.ts";
import { migrate } from "../engine/database/migrate.ts";
import { migrationsFolder } from "../engine/database/migrations-folder.ts";
import { StartRefusedError } from "../engine/process/runtime.ts";

/** The product's database while the supervisor runs. */
export interface ProductDatabase {
  /** Where it is now; an embedded server that had to be started again keeps its address. */
  readonly connection: ConnectionOptions;
  /** Folder of an embedded server outside the data folder, else null. */
  readonly folderElsewhere: string | null;
  stop(): Promise<void>;
}

/**
 * Starts or takes over the embedded server (or uses the external one) and applies the migrations. An embedded
 * server that ends on its own is started again.
 *
 * @throws StartRefusedError, NewerDatabaseError, MigrationError, EmbeddedStartError
 */
export async function openProductDatabase(config: Config, log: Logger): Promise<ProductDatabase> {
  const product =
    config.databaseUrl === null
      ? await superviseEmbedded(config, log)
      : {
          connection: { connectionString: config.databaseUrl },
          folderElsewhere: null,
          stop: async () => undefined,
        };
  try {
    await applyMigrations(product.connection, log);
  } catch (error) {
    await product.stop();
    throw config.databaseUrl === null ? error : explainConnection(error);
  }
  return product;
}

async function superviseEmbedded(config: Config, log: Logger): Promise<ProductDatabase> {
  const options = { dataFolder: config.dataFolder, binariesFolder: config.postgresBinaries };
  let server = await startEmbedded(options);
  let stopped = false;
  log.info({ postmaster: server.pid, adopted: server.adopted, folder: server.folder }, "database started");
  const { connection, folder } = server;
  const keep = async () => {
    for (let delay = 100; !stopped; delay = Math.min(delay * 2, 5_000)) {
      await server.exited;
      if (stopped) return;
      log.error({ postmaster: server.pid }, "the database ended unexpectedly");
      try {
        server = await startEmbedded(options);
        delay = 100;
        log.info({ postmaster: server.pid }, "database started again");
      } catch (error) {
        log.error({ err: error }, "the database does not start");
        await sleep(delay);
      }
    }
  };
  void keep();
  return {
    connection,
    folderElsewhere: folder.startsWith(config.dataFolder) ? null : folder,
    stop: () => {
      stopped = true;
      return server.stop();
    },
  };
}

async function applyMigrations(connection: ConnectionOptions, log: Logger): Promise<void> {
  const database = openDatabase(connection, { poolSize: 2, applicationName: "sallyport-migrate" });
  try {
    const { applied } = await migrate(database.db, migrationsFolder());
    if (applied.length > 0) log.info({ applied }, "migrations applied");
  } finally {
    await database.close();
  }
}

/** A database that cannot be reached is the operator's to correct; its address and password are not repeated. */
function explainConnection(error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code ?? "";
  const isConnection = /^(E[A-Z]+|28\w{3}|3D000|57P03)$/.test(code);
  if (!isConnection) return error;
  const reason = error instanceof Error && error.message ? error.message : code;
  return new StartRefusedError(`SALLYPORT_DATABASE_URL: cannot connect to the database (${reason}).`);
}
