import type { TLSSocket } from "node:tls";
import pg from "pg";
import type { TargetConnection } from "../target-connection.ts";
import type { TargetStream } from "../target-stream.ts";
import { text } from "../texts.ts";
import { type DatabaseRefusal, databaseName, withDriver } from "./database.ts";
import type { ProbeResult } from "./probe.ts";
import { secured, type TlsCertificates, tlsOf } from "./tls.ts";

/** Signs in to PostgreSQL and asks for the version. */
export async function probePostgresql(target: TargetConnection): Promise<ProbeResult> {
  const client = await openPostgresql(target);
  const version = await withDriver(
    target,
    async () => {
      const { rows } = await client.query<{ version: unknown }>("SELECT version()");
      return String(rows[0]?.version ?? "");
    },
    postgresqlRefusal,
  );
  return { accountChecked: true, version: target.quote(version) };
}

/**
 * Signs in to PostgreSQL.
 *
 * @throws TargetFailure
 */
export async function openPostgresql(target: TargetConnection): Promise<pg.Client> {
  const { account, password } = target;
  const plain = await target.connectBounded();
  const tls = tlsOf(target);
  const stream = tls === null ? plain : target.bound(await securedByRequest(target, plain, tls));
  const client = new pg.Client({
    // Nothing of the environment of this process is to be used: everything is said here.
    host: target.endpoint.address,
    port: target.endpoint.port,
    user: account.username,
    password,
    database: databaseName(target) || account.username,
    ssl: false,
    connectionTimeoutMillis: target.connectTimeout,
    stream: () => stream,
  });
  client.on("error", () => undefined);
  target.onClose(() => void client.end().catch(() => undefined));
  await withDriver(target, () => client.connect(), postgresqlRefusal);
  return client;
}

const tlsRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** Asks the server to speak TLS, and does: here, so that nothing is sent to one that does not. */
async function securedByRequest(
  target: TargetConnection,
  stream: TargetStream,
  tls: TlsCertificates,
): Promise<TLSSocket> {
  const answer = new Promise<Buffer | null>((resolve) => {
    stream.once("data", (data: Buffer) => {
      stream.pause();
      resolve(data);
    });
    stream.once("close", () => resolve(null));
  });
  stream.write(tlsRequest);
  // One letter and nothing behind it: more would have been slipped in before the handshake.
  if ((await target.within(answer))?.toString("latin1") !== "S")
    throw target.failure("tls_failed", text.tlsNotOffered);
  return secured(target, stream, tls);
}

/** What an error of the driver means: codes of PostgreSQL's appendix A. */
export function postgresqlRefusal({ code }: { readonly code?: unknown }): DatabaseRefusal {
  if (code === "28P01" || code === "28000") return "account";
  return code === "3D000" || code === "42501" ? "database" : "other";
}
