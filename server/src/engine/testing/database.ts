import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type pg from "pg";
import { inject } from "vitest";
import { type ConnectionOptions, withDatabase } from "../database/connection.ts";
import { type Database, openDatabase } from "../database/database.ts";
import { administer, type TestServer } from "./server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Address of the run's test database broker; see `testing/global-setup.ts`. */
    testDatabaseBroker: string;
  }
}

/** A database of its own for one test file, with every migration applied. */
export interface TestDatabase {
  readonly db: Kysely<Database>;
  readonly pool: pg.Pool;
  readonly connection: ConnectionOptions;
  /** Closes the pool and removes the database. */
  drop(): Promise<void>;
}

/** A database with more in it than the migrations, made once in a run and copied by every file that wants it. */
export interface TestTemplate {
  /** Lower-case letters; distinguishes it from other templates. */
  readonly name: string;
  /** Fills it; called by the first worker that asks, while the others wait. Leaves no connection open. */
  fill(database: Omit<TestDatabase, "drop">): Promise<void>;
}

/**
 * Creates a database from the run's migrated template, or from one that was filled further. The server starts with the
 * first call of a run; call this in `beforeAll` and `drop` in `afterAll`.
 */
export async function createTestDatabase(template?: TestTemplate): Promise<TestDatabase> {
  const server = await testServer();
  const source = template === undefined ? server.template : await filledTemplate(server, template);
  const name = `sallyport_test_${randomUUID().replaceAll("-", "")}`;
  await administer(server.connection, (client) => client.query(copyOf(source, name)));
  const connection = withDatabase(server.connection, name);
  const handle = openDatabase(connection, {
    poolSize: 10,
    applicationName: "sallyport-test",
    keepsPlans: "lookups",
  });
  const drop = async () => {
    await handle.close();
    await administer(server.connection, (client) =>
      client.query(`drop database if exists ${name} with (force)`),
    );
  };
  return { db: handle.db, pool: handle.pool, connection, drop };
}

/** The run's server and the name of its migrated template. */
export async function testServer(): Promise<TestServer> {
  const response = await fetch(inject("testDatabaseBroker"));
  const answer = (await response.json()) as TestServer | { error: string };
  if ("error" in answer) throw new Error(`The test database did not start: ${answer.error}`);
  return answer;
}

/** File by file: through the write-ahead log, as by default, a copy takes several times as long. */
function copyOf(source: string, name: string): string {
  return `create database ${name} template ${source} strategy file_copy`;
}

/** Names of the templates this worker has seen ready. */
const ready = new Set<string>();

/** The name of the filled template. Anyone who takes the lock first makes it; it gets its name when it is whole. */
async function filledTemplate(server: TestServer, { name, fill }: TestTemplate): Promise<string> {
  const whole = `${server.template}_${name}`;
  if (ready.has(whole)) return whole;
  await administer(server.connection, async (client) => {
    await client.query("select pg_advisory_lock(hashtext($1))", [whole]);
    const { rowCount } = await client.query("select from pg_database where datname = $1", [whole]);
    if (rowCount === 1) return;
    const part = `${whole}_part`;
    await client.query(`drop database if exists ${part} with (force)`);
    await client.query(copyOf(server.template, part));
    const connection = withDatabase(server.connection, part);
    const handle = openDatabase(connection, { poolSize: 4, applicationName: "sallyport-test-template" });
    try {
      await fill({ db: handle.db, pool: handle.pool, connection });
    } finally {
      await handle.close();
    }
    await client.query(`alter database ${part} rename to ${whole}`);
  });
  ready.add(whole);
  return whole;
}
