import type { Socket } from "node:net";
import { Connection, type ConnectionConfiguration, Request } from "tedious";
import { TargetFailure } from "../../transport/targets/failure.ts";
import type { TargetConnection } from "../target-connection.ts";
import { text } from "../texts.ts";
import { type DatabaseRefusal, databaseName, withDriver } from "./database.ts";
import type { ProbeResult } from "./probe.ts";
import { watchEncryption } from "./tds-encryption.ts";
import { tlsOf } from "./tls.ts";

/** Signs in to SQL Server and asks for the version. */
export async function probeSqlserver(target: TargetConnection): Promise<ProbeResult> {
  const session = await openSqlserver(target);
  const rows = await withDriver(target, () => runBatch(session, "SELECT @@VERSION"), sqlserverRefusal);
  return { accountChecked: true, version: target.quote(String(rows[0]?.[0] ?? "")) };
}

/** Runs a batch and answers its rows. Fails with the error of the driver. */
export async function runBatch(
  { connection, failed }: SqlserverSession,
  batch: string,
): Promise<readonly (readonly unknown[])[]> {
  const rows: unknown[][] = [];
  const error = await Promise.race([
    failed,
    new Promise<Error | null>((resolve) => {
      const request = new Request(batch, (outcome) => resolve(outcome ?? null));
      request.on("row", (columns: readonly { value: unknown }[]) => {
        rows.push(columns.map(({ value }) => value));
      });
      connection.execSqlBatch(request);
    }),
  ]);
  if (error !== null) throw error;
  return rows;
}

/** A SQL Server that an account is signed in to. */
export interface SqlserverSession {
  readonly connection: Connection;
  /** Settles when the connection fails. */
  readonly failed: Promise<Error>;
}

/**
 * Signs in to SQL Server.
 *
 * @param options.answersInTime whether each answer comes as soon as a connection does; default true
 * @throws TargetFailure
 */
export async function openSqlserver(
  target: TargetConnection,
  { answersInTime = true }: { readonly answersInTime?: boolean } = {},
): Promise<SqlserverSession> {
  const { account, password } = target;
  const tls = tlsOf(target);
  const stream = await target.connectBounded();
  // The driver continues in the clear when a server offers no TLS; an asset that asks for it must not.
  if (tls !== null) {
    watchEncryption(stream, () => target.failure("tls_failed", text.tlsNotOffered));
  }
  let used = false;
  const connection = new GuardedConnection(
    () => stream.destroy(target.failure("protocol_error", text.wrongProtocol)),
    {
      server: target.endpoint.address,
      authentication: { type: "default", options: { userName: account.username, password } },
      options: {
        port: target.endpoint.port,
        database: databaseName(target),
        connectTimeout: target.connectTimeout,
        requestTimeout: answersInTime ? target.connectTimeout : 0,
        // Without TLS of the asset's own whatever certificate the server has still hides the password.
        encrypt: true,
        trustServerCertificate: tls?.rejectUnauthorized !== true,
        ...(tls === null ? {} : { cryptoCredentialsDetails: certificatesOf(tls) }),
        maxRetriesOnTransientErrors: 0,
        connector: async () => {
          // A server that sends its clients elsewhere is not followed.
          if (used) throw target.failure("protocol_error", text.sentElsewhere);
          used = true;
          return stream as unknown as Socket;
        },
      },
    },
  );
  target.onClose(() => connection.close());
  const explained = (error: Error): Error =>
    stream.errored instanceof TargetFailure ? stream.errored : error;
  const failed = new Promise<Error>((resolve) => {
    connection.on("error", (error: Error) => resolve(explained(error)));
    stream.once("close", () => resolve(explained(new Error("the connection is closed"))));
  });
  await withDriver(
    target,
    () =>
      new Promise<void>((resolve, reject) => {
        void failed.then(reject);
        connection.connect((error) => (error === undefined || error === null ? resolve() : reject(error)));
      }),
    sqlserverRefusal,
  ).catch((error: unknown) => {
    throw error instanceof Error ? explained(error) : error;
  });
  return { connection, failed };
}

/** The driver leaves the errors of its parser to nobody, and they would end the process. */
class GuardedConnection extends Connection {
  readonly #nonsense: () => void;

  constructor(nonsense: () => void, configuration: ConnectionConfiguration) {
    super(configuration);
    this.#nonsense = nonsense;
  }

  override createTokenStreamParser(...made: Parameters<Connection["createTokenStreamParser"]>) {
    const parser = super.createTokenStreamParser(...made);
    parser.parser.on("error", this.#nonsense);
    return parser;
  }
}

function certificatesOf({ ca, cert, key }: { ca?: string; cert?: string; key?: string }) {
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
  };
}

/** A text as a literal, and a name as one that is quoted. */
export const sqlserverText = (text: string): string => `N'${text.replaceAll("'", "''")}'`;
export const sqlserverName = (name: string): string => `[${name.replaceAll("]", "]]")}]`;

/** Numbers of SQL Server's messages for a failed sign-in; 4060 is a database that cannot be opened. */
export function sqlserverRefusal(error: Error & { readonly code?: unknown }): DatabaseRefusal {
  if (error.code === "ELOGIN") return /\b4060\b|open database/i.test(error.message) ? "database" : "account";
  return /certificate|SSL|TLS/i.test(error.message) ? "tls" : "other";
}
