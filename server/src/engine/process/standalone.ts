import type { Config, Role } from "../config/config.ts";
import { ConfigError } from "../config/config-error.ts";
import { openDatabase } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { migrationsFolder } from "../database/migrations-folder.ts";
import { log } from "../log.ts";
import { localChannel } from "./channel.ts";
import type { ChildMessage } from "./messages.ts";
import { startRoles } from "./run-role.ts";
import type { RoleStarters } from "./runtime.ts";

/** How long a clean stop may take before the process ends anyway, in milliseconds. */
const STOP_LIMIT = 14_000;

/**
 * One node of a cluster: runs the named roles in this process over an external PostgreSQL until a signal ends it.
 * A gateway without web opens the HTTP port itself, for the load balancer to route `/koko/` to.
 *
 * @throws ConfigError, StartRefusedError, NewerDatabaseError
 */
export async function runStandalone(
  config: Config,
  roles: readonly Role[],
  starters: RoleStarters,
): Promise<void> {
  if (config.databaseUrl === null) {
    throw new ConfigError([
      "SALLYPORT_DATABASE_URL: is needed when roles are named; nodes share one PostgreSQL.",
    ]);
  }
  const connection = { connectionString: config.databaseUrl };
  const database = openDatabase(connection, { poolSize: 2, applicationName: "sallyport-migrate" });
  try {
    await migrate(database.db, migrationsFolder());
  } finally {
    await database.close();
  }
  const ipc = localChannel(report);
  const running = await startRoles({ roles, config, connection, ipc, starters, linkToken: null });
  log.info({ roles, host: config.host, port: config.httpPort }, "ready");
  await untilSignalled();
  setTimeout(() => process.exit(1), STOP_LIMIT).unref();
  await running.close();
}

/** Says once, to the person at the terminal, what the supervisor would have said. */
function report(message: ChildMessage): void {
  if (message.type !== "first-sign-in" || message.password === null) return;
  process.stdout.write(`First sign-in: ${message.username} / ${message.password} (not shown again)\n`);
}

function untilSignalled(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => resolve());
  });
}
