import { isIP } from "node:net";
import { type Connection, createConnection } from "mysql2";
import type { TargetConnection } from "../target-connection.ts";
import { type DatabaseRefusal, databaseName, withDriver } from "./database.ts";
import type { ProbeResult } from "./probe.ts";
import { tlsOf } from "./tls.ts";

/** Signs in to MySQL or MariaDB and asks for the version. */
export async function probeMysql(target: TargetConnection): Promise<ProbeResult> {
  const session = await openMysql(target);
  const rows = await withDriver(target, () => session.ask("SELECT VERSION() AS version"), mysqlRefusal);
  return { accountChecked: true, version: target.quote(versionOf(rows)) };
}

/** A session with MySQL or MariaDB. */
export interface MysqlSession {
  /** Runs one statement; `?` stand for values. Answers its rows. Fails with the error of the driver. */
  ask(statement: string, values?: readonly string[]): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

/**
 * Signs in to MySQL or MariaDB.
 *
 * @throws TargetFailure
 */
export async function openMysql(target: TargetConnection): Promise<MysqlSession> {
  const { connection, onError } = await openMysqlConnection(target);
  return {
    ask: (statement, values = []) =>
      new Promise((resolve, reject) => {
        onError(reject);
        connection.query({ sql: statement, values: [...values] }, (error, rows) => {
          if (error !== null) reject(error);
          else resolve(Array.isArray(rows) ? (rows as Record<string, unknown>[]) : []);
        });
      }),
  };
}

/** A connection that is signed in; its errors go to who asked for them last. */
export interface MysqlConnection {
  readonly connection: Connection;
  onError(failed: (error: Error) => void): void;
}

/**
 * Signs in to MySQL or MariaDB, for those who use the driver's own connection.
 *
 * @param options.severalStatements whether one text may hold several; default false
 * @throws TargetFailure
 */
export async function openMysqlConnection(
  target: TargetConnection,
  { severalStatements = false }: { readonly severalStatements?: boolean } = {},
): Promise<MysqlConnection> {
  const { account, password } = target;
  const stream = await target.connectBounded();
  const tls = tlsOf(target);
  const connection = createConnection({
    stream,
    host: target.endpoint.address,
    port: target.endpoint.port,
    user: account.username,
    password,
    database: databaseName(target),
    multipleStatements: severalStatements,
    connectTimeout: target.connectTimeout,
    // A name is always compared; an address only where no authority of the asset's own stands for it.
    ...(tls === null
      ? {}
      : { ssl: { ...tls, verifyIdentity: isIP(target.endpoint.address) === 0 || tls.ca === undefined } }),
    // A target that asks for a local file gets none.
    flags: ["-LOCAL_FILES"],
  });
  target.onClose(() => connection.destroy());
  let failed: (error: Error) => void = () => undefined;
  connection.on("error", (error) => failed(error));
  const onError = (hear: (error: Error) => void): void => {
    failed = hear;
  };
  await withDriver(
    target,
    () =>
      new Promise<void>((resolve, reject) => {
        onError(reject);
        connection.connect((error) => (error === null ? resolve() : reject(error)));
      }),
    mysqlRefusal,
  );
  return { connection, onError };
}

const versionOf = ([row]: Awaited<ReturnType<MysqlSession["ask"]>>): string => String(row?.version ?? "");

/** What an error of the driver means. */
export function mysqlRefusal({ code }: { readonly code?: unknown }): DatabaseRefusal {
  switch (code) {
    case "ER_ACCESS_DENIED_ERROR":
    case "ER_ACCESS_DENIED_NO_PASSWORD_ERROR":
    case "ER_ACCOUNT_HAS_BEEN_LOCKED":
    case "ER_MUST_CHANGE_PASSWORD_LOGIN":
      return "account";
    case "ER_BAD_DB_ERROR":
    case "ER_DBACCESS_DENIED_ERROR":
      return "database";
    case "HANDSHAKE_SSL_ERROR":
    case "HANDSHAKE_NO_SSL_SUPPORT":
      return "tls";
    default:
      return "other";
  }
}
