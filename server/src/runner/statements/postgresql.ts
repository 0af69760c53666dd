import pg from "pg";
import { databaseFailure } from "../protocols/database.ts";
import { openPostgresql } from "../protocols/postgresql.ts";
import { type OpenStatements, StatementRefused } from "./statement.ts";

/** What the driver tells of the messages that it reads. */
interface Messages {
  on(name: "rowDescription", hear: (message: { fields: readonly { name: string }[] }) => void): void;
  on(name: "commandComplete", hear: (message: { text: string }) => void): void;
}

/** Values as the server writes them. */
const asWritten = { getTypeParser: () => (value: unknown) => value };

/** Statements of PostgreSQL, several in one message as `psql` sends them: in one transaction unless they say otherwise. */
export const postgresqlStatements: OpenStatements = async (target) => {
  const client = await openPostgresql(target);
  // What was given up does not go on there. Servers before 14 do not know it, and find out when they answer.
  await target.within(client.query("SET client_connection_check_interval = 2000").catch(() => null));
  return {
    run: (text, sink) =>
      new Promise((resolve, reject) => {
        const messages = (client as unknown as { readonly connection: Messages }).connection;
        messages.on("rowDescription", ({ fields }) => sink.columns(fields.map(({ name }) => name)));
        messages.on("commandComplete", (message) => sink.done(changedBy(message.text)));
        client.on("notice", ({ severity, message }) => sink.notice(`${severity}: ${message ?? ""}`));
        client.on("error", (error) => reject(databaseFailure(target, error, "other")));
        const query = new pg.Query({ text, rowMode: "array", types: asWritten } as pg.QueryConfig);
        // With somebody who listens, rows are not gathered.
        query.on("row", (row: unknown) => sink.row(row as readonly (string | null)[]));
        query.on("end", () => resolve());
        query.on("error", (error) => reject(refusalOf(error) ?? databaseFailure(target, error, "other")));
        client.query(query);
      }),
  };
};

/** The rows a command changed, by its tag: `INSERT 0 3`, `UPDATE 3`; `SELECT 3` changed none. */
function changedBy(tag: string): number | null {
  const [, count] = /^(?:INSERT \d+|UPDATE|DELETE|MERGE|COPY) (\d+)$/.exec(tag) ?? [];
  return count === undefined ? null : Number(count);
}

/** The server's no, as `psql` shows it; null where it was none. */
function refusalOf(error: Error & { detail?: unknown; hint?: unknown; code?: unknown }): Error | null {
  const { message, code, detail, hint } = error;
  if (typeof code !== "string" || !/^[0-9A-Z]{5}$/.test(code)) return null;
  const more = [
    ["DETAIL", detail],
    ["HINT", hint],
  ].flatMap(([name, value]) => (typeof value === "string" ? [`${String(name)}: ${value}`] : []));
  return new StatementRefused([`ERROR ${code}: ${message}`, ...more].join("\n"));
}
