import { type Logger, type LoggerOptions, pino } from "pino";
import { logDestination } from "./log-destination.ts";
import { currentTrace } from "./trace.ts";

const LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"];

/** A wrong level is reported with the rest of the configuration; the logger must exist before that. */
function level(): string {
  const given = process.env.SALLYPORT_LOG_LEVEL ?? "info";
  return LEVELS.includes(given) ? given : "info";
}

/**
 * What is logged of an error. A driver's errors carry more: PostgreSQL tells the whole row it refused (`detail`) and
 * the values it was working on (`where`).
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { type, message, stack } = pino.stdSerializers.err(error);
  const { code, constraint, table, column, cause } = error as Error & Record<string, unknown>;
  const known = Object.entries({ code, constraint, table, column }).filter(
    ([, value]) => value !== undefined,
  );
  return {
    type,
    message,
    stack,
    ...Object.fromEntries(known),
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  };
}

const options: LoggerOptions = {
  serializers: { err: describeError },
  level: level(),
  // Every line written on behalf of a request names it.
  mixin: () => {
    const trace = currentTrace();
    return trace === undefined ? {} : { request: trace.id };
  },
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
export const log: Logger = pino(options, logDestination(2));
