import { Request } from "tedious";
import { databaseFailure } from "../protocols/database.ts";
import { openSqlserver } from "../protocols/sqlserver.ts";
import { type OpenStatements, StatementRefused, type StatementSink } from "./statement.ts";

/** Statements of SQL Server, in batches that end with a line of `GO`, as its own clients have it. */
export const sqlserverStatements: OpenStatements = async (target) => {
  const session = await openSqlserver(target, { answersInTime: false });
  const { connection } = session;
  return {
    async run(text, sink) {
      connection.on("infoMessage", ({ message }: { readonly message: string }) => sink.notice(message));
      for (const batch of batchesOf(text)) {
        const outcome = await Promise.race([
          session.failed,
          new Promise<Error | null>((resolve) => {
            const request = new Request(batch, (error) => resolve(error ?? null));
            hear(request, sink);
            connection.execSqlBatch(request);
          }),
        ]);
        if (outcome === null) continue;
        const { number } = outcome as { readonly number?: unknown };
        throw typeof number === "number"
          ? new StatementRefused(`ERROR ${number}: ${outcome.message}`)
          : databaseFailure(target, outcome, "other");
      }
    },
  };
};

/** The batches of a script; a line that is `GO` alone ends one. */
export function batchesOf(text: string): readonly string[] {
  return text.split(/^[ \t]*GO[ \t]*;?[ \t]*\r?$/im).filter((batch) => batch.trim() !== "");
}

function hear(request: Request, sink: StatementSink): void {
  let hasRows = false;
  request.on("columnMetadata", (columns: unknown) => {
    hasRows = true;
    sink.columns((columns as readonly { colName: string }[]).map(({ colName }) => colName));
  });
  request.on("row", (columns: readonly { readonly value: unknown }[]) =>
    sink.row(columns.map(({ value }) => textOf(value))),
  );
  const done = (count: number | undefined): void => {
    sink.done(hasRows ? null : (count ?? null));
    hasRows = false;
  };
  request.on("done", done);
  request.on("doneInProc", done);
}

/** A value as people read it. */
export function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return `0x${value.toString("hex").toUpperCase()}`;
  return typeof value === "boolean" ? String(Number(value)) : String(value);
}
