import type { TargetConnection } from "../target-connection.ts";

/** What statements bring, as it comes. */
export interface StatementSink {
  /** Rows with these columns follow. */
  columns(names: readonly string[]): void;
  /** One row; null is SQL's. */
  row(values: readonly (string | null)[]): void;
  /** A statement is over; the rows it changed, or null where it brought rows or counts none. */
  done(changed: number | null): void;
  /** A line of the server about what it does. */
  notice(line: string): void;
}

/** Statements that a database refused, in its own words. */
export class StatementRefused extends Error {
  override readonly name = "StatementRefused";
}

/** A database that an account is signed in to. */
export interface StatementSession {
  /**
   * Runs one or several statements.
   *
   * @throws StatementRefused; TargetFailure where the connection is lost
   */
  run(text: string, sink: StatementSink): Promise<void>;
}

/**
 * Signs in to a database to run statements.
 *
 * @throws TargetFailure
 */
export type OpenStatements = (target: TargetConnection) => Promise<StatementSession>;
