import type { Config } from "../config/config.ts";
import { log } from "../log.ts";
import { supervisorChannel } from "./channel.ts";
import type { ProcessName, SupervisorMessage } from "./messages.ts";
import { startRoles } from "./run-role.ts";
import { type RoleStarters, type RunningRole, StartRefusedError } from "./runtime.ts";

/** How long a clean stop may take before the process ends anyway, in milliseconds. */
const STOP_LIMIT = 10_000;

/**
 * The life of a process below the supervisor: waits for its configuration, starts its role, and stops cleanly
 * when told to, on SIGTERM, or when the supervisor is gone.
 */
export function runChild(name: ProcessName, starters: RoleStarters): void {
  const ipc = supervisorChannel();
  let starting: Promise<RunningRole> | undefined;
  let stopping = false;

  const stop = (why: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ why }, "stopping");
    setTimeout(() => {
      log.error("did not stop in time");
      process.exit(1);
    }, STOP_LIMIT).unref();
    Promise.resolve(starting)
      .then((running) => running?.close())
      .then(
        () => process.exit(0),
        () => process.exit(1),
      );
  };

  const start = (message: Extract<SupervisorMessage, { type: "start" }>) => {
    const secretKeys = message.secretKeys.map((key) => Buffer.from(key, "base64"));
    const config = Object.freeze({ ...message.config, secretKeys }) as unknown as Config;
    const { connection, linkToken } = message;
    starting = startRoles({ roles: [name], config, connection, ipc, starters, linkToken });
    starting.then(
      () => ipc.send({ type: "ready" }),
      (error: unknown) => {
        if (stopping) return;
        log.fatal({ err: error }, "cannot start");
        if (error instanceof StartRefusedError) ipc.send({ type: "refused", message: error.message });
        // Lets the message leave first.
        setTimeout(() => process.exit(1), 50);
      },
    );
  };

  process.on("message", (message: SupervisorMessage) => {
    if (message.type === "start" && starting === undefined) start(message);
    else if (message.type === "stop") stop("told to");
  });
  process.on("disconnect", () => stop("the supervisor is gone"));
  process.on("SIGTERM", () => stop("SIGTERM"));
  // Ctrl-C reaches every process of the terminal; the supervisor decides what it means.
  process.on("SIGINT", () => undefined);
  process.on("SIGHUP", () => undefined);
  for (const event of ["uncaughtException", "unhandledRejection"] as const) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, event);
      process.exit(1);
    });
  }
}
