import { isIP } from "node:net";
import { createConnection } from "mysql2";
import type { Visit } from "../visit.ts";
import { type DatabaseRefusal, databaseName, withDriver } from "./database.ts";
import type { ProbeResult } from "./probe.ts";
import { tlsOf } from "./tls.ts";

/** Signs in to MySQL or MariaDB and asks for the version. */
export async function probeMysql(visit: Visit): Promise<ProbeResult> {
  const { account, password } = visit;
  const stream = await visit.connectBounded();
  const tls = tlsOf(visit);
  const version = await withDriver(
    visit,
    () =>
      new Promise<string>((resolve, reject) => {
        const connection = createConnection({
          stream,
          host: visit.endpoint.address,
          port: visit.endpoint.port,
          user: account.username,
          password,
          database: databaseName(visit),
          connectTimeout: visit.connectTimeout,
          // A name is always compared; an address only where no authority of the asset's own stands for it.
          ...(tls === null
            ? {}
            : {
                ssl: { ...tls, verifyIdentity: isIP(visit.endpoint.address) === 0 || tls.ca === undefined },
              }),
          // A target that asks for a local file gets none.
          flags: ["-LOCAL_FILES"],
        });
        visit.onClose(() => connection.destroy());
        connection.on("error", reject);
        connection.query({ sql: "SELECT VERSION() AS version" }, (error, rows) => {
          if (error !== null) reject(error);
          else resolve(versionOf(rows));
        });
      }),
    refusalOf,
  );
  return { accountChecked: true, version: visit.quote(version) };
}

function versionOf(rows: unknown): string {
  const row = Array.isArray(rows) ? (rows[0] as { version?: unknown } | undefined) : undefined;
  return String(row?.version ?? "");
}

function refusalOf({ code }: { readonly code?: unknown }): DatabaseRefusal {
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
