import type { FieldPacket } from "mysql2";
import { databaseFailure } from "../protocols/database.ts";
import { openMysqlConnection } from "../protocols/mysql.ts";
import { type OpenStatements, StatementRefused, type StatementSink } from "./statement.ts";
import { textOfBytes } from "./text-of-bytes.ts";

/** What the driver tells of a query that nobody gathers the rows of. */
interface Streamed {
  on(name: "fields", hear: (fields: readonly FieldPacket[] | undefined) => void): Streamed;
  on(name: "result", hear: (result: unknown) => void): Streamed;
  on(name: "error", hear: (error: Error & { code?: unknown; errno?: unknown }) => void): Streamed;
  on(name: "end", hear: () => void): Streamed;
}

/** Statements of MySQL and MariaDB, one after the other. */
export const mysqlStatements: OpenStatements = async (target) => {
  const { connection, onError } = await openMysqlConnection(target, { severalStatements: true });
  return {
    run: (text, sink) =>
      new Promise((resolve, reject) => {
        onError((error) => reject(databaseFailure(target, error, "other")));
        const results = new Results(sink);
        const query = connection.query({
          sql: text,
          rowsAsArray: true,
          typeCast: (field: { buffer(): Buffer | null }) => {
            const bytes = field.buffer();
            return bytes === null ? null : textOfBytes(bytes);
          },
        }) as unknown as Streamed;
        query
          .on("fields", (fields) => results.begin(fields))
          .on("result", (result) => results.take(result))
          .on("error", (error) => {
            const { errno, message } = error;
            // Without a number it is the connection that failed, not the statement.
            if (typeof errno === "number" && errno > 0)
              reject(new StatementRefused(`ERROR ${errno}: ${message}`));
            else reject(databaseFailure(target, error, "other"));
          })
          .on("end", () => {
            results.end();
            resolve();
          });
      }),
  };
};

/** What several statements bring: each begins with its columns, or with none. */
class Results {
  readonly #sink: StatementSink;
  #isOpen = false;
  #changed: number | null = null;

  constructor(sink: StatementSink) {
    this.#sink = sink;
  }

  begin(fields: readonly FieldPacket[] | undefined): void {
    this.end();
    this.#isOpen = true;
    if (fields !== undefined) this.#sink.columns(fields.map(({ name }) => name));
  }

  take(result: unknown): void {
    if (Array.isArray(result)) this.#sink.row(result as (string | null)[]);
    else this.#changed = Number((result as { affectedRows?: unknown }).affectedRows ?? 0);
  }

  end(): void {
    if (this.#isOpen) this.#sink.done(this.#changed);
    this.#isOpen = false;
    this.#changed = null;
  }
}
