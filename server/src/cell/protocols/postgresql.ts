import pg from "pg";
import { connectTimeout, type Visit } from "../visit.ts";
import { type DatabaseRefusal, databaseName, withDriver } from "./database.ts";
import type { ProbeResult } from "./probe.ts";
import { tlsOf } from "./tls.ts";

/** Signs in to PostgreSQL and asks for the version. */
export async function probePostgresql(visit: Visit): Promise<ProbeResult> {
  const { account, password } = visit;
  const stream = await visit.connectBounded();
  const client = new pg.Client({
    // Nothing of the environment of this process is to be used: everything is said here.
    host: visit.endpoint.address,
    port: visit.endpoint.port,
    user: account.username,
    password,
    database: databaseName(visit) || account.username,
    ssl: tlsOf(visit) ?? false,
    connectionTimeoutMillis: connectTimeout,
    stream: () => stream,
  });
  client.on("error", () => undefined);
  visit.onClose(() => void client.end().catch(() => undefined));
  const version = await withDriver(
    visit,
    async () => {
      await client.connect();
      const { rows } = await client.query<{ version: unknown }>("SELECT version()");
      return String(rows[0]?.version ?? "");
    },
    refusalOf,
  );
  return { accountChecked: true, version: visit.quote(version) };
}

/** Codes of PostgreSQL's appendix A, and of Node's TLS. */
function refusalOf({ code, message }: Error & { readonly code?: unknown }): DatabaseRefusal {
  if (code === "28P01" || code === "28000") return "account";
  if (code === "3D000" || code === "42501") return "database";
  if (typeof code === "string" && /CERT|SSL|TLS|SIGNED/.test(code)) return "tls";
  return /SSL|self-signed|certificate/i.test(message) ? "tls" : "other";
}
