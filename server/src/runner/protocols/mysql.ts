import { isIP } from "node:net";
import { createConnection } from "mysql2";
import type { TargetConnection } from "../target-connection.ts";
import { type DatabaseRefusal, databaseName, withDriver } from "./database.ts";
import type { ProbeResult } from "./probe.ts";
import { tlsOf } from "./tls.ts";

/** Signs in to MySQL or MariaDB and asks for the version. */
export async function probeMysql(target: TargetConnection): Promise<ProbeResult> {
  const { account, password } = target;
  const stream = await target.connectBounded();
  const tls = tlsOf(target);
  const version = await withDriver(
    target,
    () =>
      new Promise<string>((resolve, reject) => {
        const connection = createConnection({
          stream,
          host: target.endpoint.address,
          port: target.endpoint.port,
          user: account.username,
          password,
          database: databaseName(target),
          connectTimeout: target.connectTimeout,
          // A name is always compared; an address only where no authority of the asset's own stands for it.
          ...(tls === null
            ? {}
            : {
                ssl: { ...tls, verifyIdentity: isIP(target.endpoint.address) === 0 || tls.ca === undefined },
              }),
          // A target that asks for a local file gets none.
          flags: ["-LOCAL_FILES"],
        });
        target.onClose(() => connection.destroy());
        connection.on("error", reject);
        connection.query({ sql: "SELECT VERSION() AS version" }, (error, rows) => {
          if (error !== null) reject(error);
          else resolve(versionOf(rows));
        });
      }),
    refusalOf,
  );
  return { accountChecked: true, version: target.quote(version) };
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
