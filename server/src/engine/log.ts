import { type Logger, type LoggerOptions, pino } from "pino";

const LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"];

/** A wrong level is reported with the rest of the configuration; the logger must exist before that. */
function level(): string {
  const given = process.env.SALLYPORT_LOG_LEVEL ?? "info";
  return LEVELS.includes(given) ? given : "info";
}

const options: LoggerOptions = {
  level: level(),
  base: { pid: process.pid, role: process.env.SALLYPORT_ROLE ?? "main" },
  redact: {
    paths: [
      "password",
      "secret",
      "token",
      "passphrase",
      "private_key",
      "*.password",
      "*.secret",
      "*.token",
      "*.passphrase",
      "*.private_key",
      "headers.cookie",
      "headers.authorization",
    ],
    censor: "[redacted]",
  },
};

/**
 * The structured logger of this process. One JSON object a line on standard error (standard output is for the
 * person who started the product); `SALLYPORT_LOG_LEVEL` chooses the level (default `info`). Paths that could
 * carry a secret are redacted here, once, so that no caller has to remember it.
 */
export const log: Logger = pino(options, pino.destination({ fd: 2, sync: true }));
