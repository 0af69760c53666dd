import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import pg from "pg";
import { inject } from "vitest";
import { type ConnectionOptions, withDatabase } from "../database/connection.ts";
import { type Database, openDatabase } from "../database/database.ts";
import type { TestServer } from "./server.ts";

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

/**
 * Creates a database from the run's migrated template. The server starts with the first call of a run; call
 * this in `beforeAll` and `drop` in `afterAll`.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = await testServer();
  const name = `sallyport_test_${randomUUID().replaceAll("-", "")}`;
  await administer(server, `create database ${name} template ${server.template}`);
  const connection = withDatabase(server.connection, name);
  const handle = openDatabase(connection, { poolSize: 10, applicationName: "sallyport-test" });
  const drop = async () => {
    await handle.close();
    await administer(server, `drop database if exists ${name} with (force)`);
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

async function administer(server: TestServer, statement: string): Promise<void> {
  const client = new pg.Client({ ...withDatabase(server.connection, "postgres") });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
