import type { Config, Role } from "../config/config.ts";
import type { ConnectionOptions } from "../database/connection.ts";
import { openDatabase } from "../database/database.ts";
import { openEventBus } from "../events/events.ts";
import { log } from "../log.ts";
import { registerKeys, WrongSecretKeyError } from "../secrets/key-register.ts";
import { openKeyRing } from "../secrets/key-ring.ts";
import { explainListening } from "./explain-listening.ts";
import type { ProcessChannel, RoleStarters, RunningRole, Runtime } from "./runtime.ts";
import { StartRefusedError } from "./runtime.ts";

/** Longer than any statement of a request, in milliseconds; a hostile pattern or filter ends here. */
const statementTimeout = 60_000;

/** What `startRoles` starts. */
export interface RolesToStart {
  readonly roles: readonly Role[];
  readonly config: Config;
  readonly connection: ConnectionOptions;
  readonly ipc: ProcessChannel;
  readonly starters: RoleStarters;
  /** As in `Runtime`. */
  readonly linkToken: string | null;
}

/**
 * Opens the database and the events of this process and starts its roles in it. The worker's work is done by
 * the web entry point, which reads `runtime.role`.
 *
 * @throws StartRefusedError when the port is taken and the like; whatever an entry point throws otherwise.
 */
export async function startRoles(options: RolesToStart): Promise<RunningRole> {
  const { roles, config, connection, ipc, starters, linkToken } = options;
  const stops: (() => Promise<void> | void)[] = [];
  const poolSize = roles.reduce((sum, role) => sum + config.poolSizes[role], 0);
  const database = openDatabase(connection, {
    poolSize,
    applicationName: `sallyport-${roles.join("-")}`,
    statementTimeout,
    // A gateway asks the same few questions for each channel somebody opens.
    keepsPlans: roles.every((role) => role === "gateway") ? "all" : "lookups",
  });
  stops.push(() => database.close());
  try {
    await registerKeys(database.db, openKeyRing(config), config.secretKeyFile ?? "SALLYPORT_SECRET_KEY");
  } catch (error) {
    await database.close();
    throw error instanceof WrongSecretKeyError ? new StartRefusedError(error.message) : error;
  }
  const events = openEventBus(database);
  stops.push(() => events.close());
  const running: RunningRole[] = [];
  const close = async () => {
    // Together: in one process, web's connections may be those of the gateway's sessions.
    const results = await Promise.allSettled(running.map((role) => role.close()));
    for (const result of results) {
      if (result.status === "rejected") log.error({ err: result.reason }, "a role did not stop cleanly");
    }
    for (const stop of stops.splice(0).reverse()) {
      try {
        await stop();
      } catch (error) {
        log.error({ err: error }, "a part of this process did not stop cleanly");
      }
    }
  };
  const runtime = (role: Role): Runtime => ({
    role,
    config,
    database,
    events,
    ipc,
    linkToken,
    onShutdown: (stop) => void stops.push(stop),
  });
  try {
    // The gateway first: web may hand it a connection as soon as it listens.
    if (roles.includes("gateway")) running.push(await starters.gateway(runtime("gateway")));
    const webRole = roles.includes("web") ? "web" : roles.includes("worker") ? "worker" : null;
    if (webRole !== null) running.push(await starters.web(runtime(webRole)));
  } catch (error) {
    await close();
    throw explainListening(error, config);
  }
  return { close };
}
