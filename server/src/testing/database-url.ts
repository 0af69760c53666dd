import type { TestDatabase } from "../engine/testing/database.ts";

/** The address of a test's database, for programs that are given one. */
export function databaseUrlOf({ connection }: Pick<TestDatabase, "connection">): string {
  if ("connectionString" in connection) return connection.connectionString;
  const { user, host, port, database, password = "" } = connection;
  return `postgres://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}
