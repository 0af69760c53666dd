import { randomUUID } from "node:crypto";
import { accessSync, chmodSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { type ConnectionOptions, withDatabase } from "../database/connection.ts";
import { openDatabase } from "../database/database.ts";
import { type EmbeddedServer, startEmbedded } from "../database/embedded/embedded.ts";
import { isAlive } from "../database/embedded/postmaster.ts";
import { migrate } from "../database/migrate.ts";
import { migrationsFolder } from "../database/migrations-folder.ts";
import { installJobQueue } from "../jobs/start-jobs.ts";

/** A PostgreSQL for one test run. Plain data: it travels to the test processes as JSON. */
export interface TestServer {
  readonly connection: ConnectionOptions;
  /** Name of a database with every migration applied, to copy from. */
  readonly template: string;
}

/** A started test server and how to get rid of it. */
export interface RunningTestServer extends TestServer {
  stop(): Promise<void>;
}

/**
 * Starts a throw-away PostgreSQL in a temporary folder, or uses the one at `SALLYPORT_TEST_DATABASE_URL`, and
 * migrates a template database in it.
 *
 * @param parent where the folder is made; by default in memory where there is room
 */
export async function startTestServer(parent = roomyFolder()): Promise<RunningTestServer> {
  // Short: names of databases end after 63 bytes.
  const template = `sallyport_template_${randomUUID().slice(0, 8)}`;
  const url = process.env.SALLYPORT_TEST_DATABASE_URL;
  if (url) {
    const connection = { connectionString: url };
    await makeTemplate(connection, template);
    const stop = () => dropTemplates(connection, template);
    return { connection, template, stop };
  }
  removeLeft(parent);
  const folder = mkdtempSync(join(parent, `sallyport-test-${process.pid}-`));
  // Root's server runs under another account, which has to pass through.
  chmodSync(folder, 0o711);
  let server: EmbeddedServer | undefined;
  const stop = async () => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    server = await startEmbedded({ dataFolder: folder, disposable: true });
    await makeTemplate(server.connection, template);
    return { connection: server.connection, template, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Removes what killed runs left: in memory it would stay until the machine is started anew. */
function removeLeft(parent: string): void {
  for (const name of readdirSync(parent)) {
    const [, owner] = /^sallyport-test-(\d+)-/.exec(name) ?? [];
    if (owner === undefined || isAlive(Number(owner))) continue;
    try {
      // Its server, where it is still there, ends when it finds its folder gone.
      rmSync(join(parent, name), { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // Somebody else's, who removes it with their next run.
    }
  }
}

const memoryFolder = "/dev/shm";
/** What a whole run may take; its databases are small, but up to a dozen exist at once. */
const memoryNeeded = 4 * 1024 ** 3;

/**
 * Where the run's databases go: into memory where there is plenty. A database for a test file is a copy of some
 * fifteen hundred files, which takes ten times as long on a disk.
 */
function roomyFolder(): string {
  try {
    accessSync(memoryFolder, constants.W_OK);
    const { bavail, bsize } = statfsSync(memoryFolder);
    if (bavail * bsize >= memoryNeeded && freemem() >= memoryNeeded) return memoryFolder;
  } catch {
    // No such folder, as on macOS.
  }
  return tmpdir();
}

async function makeTemplate(connection: ConnectionOptions, template: string): Promise<void> {
  await administer(connection, (client) => client.query(`create database ${template}`));
  const handle = openDatabase(withDatabase(connection, template), {
    poolSize: 2,
    applicationName: "sallyport-test-template",
  });
  try {
    await migrate(handle.db, migrationsFolder());
    await installJobQueue(handle.pool);
  } finally {
    await handle.close();
  }
}

/** Drops the template, and those filled from it, of a server that stays. */
async function dropTemplates(connection: ConnectionOptions, template: string): Promise<void> {
  await administer(connection, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      "select datname from pg_database where starts_with(datname, $1)",
      [template],
    );
    for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`);
  });
}

/** Works in the database every server has. */
export async function administer(
  connection: ConnectionOptions,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client({ ...withDatabase(connection, "postgres") });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
