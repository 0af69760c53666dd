import { existsSync, mkdirSync, openSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Logger, pino } from "pino";
import type { Config } from "../engine/config/config.ts";
import { logDestination } from "../engine/log-destination.ts";

const LIMIT = 50 * 1024 * 1024;

/** Where the supervisor's own log and the output of its processes go. */
export interface Logs {
  readonly log: Logger;
  /** Descriptor for a process' output, or `inherit`. */
  output(name: string): number | "inherit";
  /** For people: where to look. Null when logs go to standard error. */
  readonly folder: string | null;
}

/**
 * Opens the logs: files in `<data>/logs` (one earlier file each is kept), or standard error. Processes write to
 * their file directly, so that nothing is lost when the supervisor is killed.
 */
export function openLogs(config: Config): Logs {
  const options = { level: config.logLevel, base: { pid: process.pid, role: "supervisor" } };
  if (config.logOutput === "stderr") {
    return {
      log: pino(options, logDestination(2)),
      output: () => "inherit",
      folder: null,
    };
  }
  const folder = join(config.dataFolder, "logs");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const open = (name: string) => {
    const path = join(folder, `${name}.log`);
    if (existsSync(path) && statSync(path).size > LIMIT) renameSync(path, `${path}.1`);
    return openSync(path, "a", 0o600);
  };
  return {
    log: pino(options, logDestination(open("supervisor"))),
    output: open,
    folder,
  };
}
