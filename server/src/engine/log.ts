import { type Logger, pino } from "pino";

/**
 * The structured logger of this process. One JSON object a line on standard output; `SALLYPORT_LOG_LEVEL`
 * chooses the level (default `info`). Paths that could carry a secret are redacted here, once, so that no
 * caller has to remember it.
 */
export const log: Logger = pino({
  level: process.env.SALLYPORT_LOG_LEVEL ?? "info",
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
});
