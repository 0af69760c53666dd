import { loadedByName } from "../loaded-by-name.ts";
import type { OpenStatements } from "./statement.ts";

/** How each protocol runs statements; what a protocol needs is loaded with it. */
export const statements = loadedByName<OpenStatements>({
  mysql: async () => (await import("./mysql.ts")).mysqlStatements,
  mariadb: async () => (await import("./mysql.ts")).mysqlStatements,
  postgresql: async () => (await import("./postgresql.ts")).postgresqlStatements,
  sqlserver: async () => (await import("./sqlserver.ts")).sqlserverStatements,
});
