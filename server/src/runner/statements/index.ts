import type { OpenStatements } from "./statement.ts";

/** How each protocol runs statements; what a protocol needs is loaded with it. */
const loaders: Readonly<Record<string, () => Promise<OpenStatements>>> = {
  mysql: async () => (await import("./mysql.ts")).mysqlStatements,
  mariadb: async () => (await import("./mysql.ts")).mysqlStatements,
  postgresql: async () => (await import("./postgresql.ts")).postgresqlStatements,
  sqlserver: async () => (await import("./sqlserver.ts")).sqlserverStatements,
};

const loaded = new Map<string, OpenStatements>();

/**
 * Loads what protocols need, before the runner gives up the right to read its own code.
 *
 * @param names unset: all there are
 */
export async function loadStatements(names: readonly string[] = Object.keys(loaders)): Promise<void> {
  for (const name of names) {
    const load = Object.hasOwn(loaders, name) ? loaders[name] : undefined;
    if (load !== undefined && !loaded.has(name)) loaded.set(name, await load());
  }
}

/** How statements are run by a protocol; undefined: not at all. */
export const statementsOf = (protocol: string): OpenStatements | undefined => loaded.get(protocol);
