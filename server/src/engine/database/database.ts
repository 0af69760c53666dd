import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { log } from "../log.ts";
import { currentTrace } from "../trace.ts";
import { columnTypes } from "./column-types.ts";
import type { ConnectionOptions } from "./connection.ts";
import { type KeptPlans, planKeeper } from "./kept-plans.ts";

/**
 * Every table of the product. Areas add theirs by module augmentation:
 * `declare module "../../engine/database/database.ts" { interface Database { users: UsersTable } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the areas through module augmentation
export interface Database {}

/** Size and name of a connection pool. */
export interface PoolOptions {
  /** Largest number of connections held open at once. */
  readonly poolSize: number;
  /** Shown in `pg_stat_activity`, so that an operator sees which process holds a connection. */
  readonly applicationName: string;
  /**
   * Milliseconds after which the server gives a statement up, so that no request holds it forever. Default never.
   */
  readonly statementTimeout?: number;
  /** Of which statements that run again and again connections keep the plans; default none. */
  readonly keepsPlans?: KeptPlans;
}

/** An open database: the query builder, the pool below it, and how it was reached. */
export interface DatabaseHandle {
  readonly db: Kysely<Database>;
  readonly pool: pg.Pool;
  readonly connection: ConnectionOptions;
  /** Waits for running queries, then closes every connection. Safe to call twice. */
  close(): Promise<void>;
}

/** Each statement counts for the request it is part of. */
function countQuery(): void {
  const trace = currentTrace();
  if (trace !== undefined) trace.queries++;
}

/**
 * Opens a pool of connections. Nothing is connected until the first query. `int8` (counts) reads as number,
 * `timestamptz` as Date, `date` as `YYYY-MM-DD` text, `numeric` as text, `json`/`jsonb` parsed.
 */
export function openDatabase(connection: ConnectionOptions, options: PoolOptions): DatabaseHandle {
  const pool = new pg.Pool({
    ...connection,
    max: options.poolSize,
    application_name: options.applicationName,
    ...(options.statementTimeout === undefined ? {} : { statement_timeout: options.statementTimeout }),
    types: columnTypes,
    connectionTimeoutMillis: 15_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
  });
  // Without a handler, a server that stops would end this process through an unhandled error event.
  pool.on("error", (error) => log.warn({ err: error.message }, "an idle database connection was lost"));
  // The pool listens to idle connections only. One that breaks between the statements of a transaction would end
  // this process as well; its next statement fails, which is all that has to happen.
  pool.on("connect", (client) => client.on("error", () => undefined));
  if (options.keepsPlans !== undefined) pool.on("connect", planKeeper(options.keepsPlans));
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }), log: countQuery });
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= db.destroy().then(() => (pool.ended || pool.ending ? undefined : pool.end()));
    return closing;
  };
  return { db, pool, connection, close };
}
