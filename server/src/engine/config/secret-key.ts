import { randomBytes, timingSafeEqual } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { ConfigError } from "./config-error.ts";

/**
 * The installation's secret key: the given one, else the one in `path`, else a new one written there with mode
 * 600. What is encrypted with one key cannot be read with another, so two different keys are refused.
 * @throws ConfigError
 */
export function loadSecretKey(given: Buffer | null, path: string): Buffer {
  if (!existsSync(path)) {
    if (given !== null) return given;
    const key = randomBytes(32);
    writeFileSync(path, `${key.toString("base64")}\n`, { mode: 0o600, flag: "wx" });
    return key;
  }
  const kept = Buffer.from(readFileSync(path, "utf8").trim(), "base64");
  if (kept.length < 32)
    throw new ConfigError([`${path}: does not hold a secret key. Restore it from a backup.`]);
  if (given !== null && !(given.length === kept.length && timingSafeEqual(given, kept))) {
    throw new ConfigError([
      `SALLYPORT_SECRET_KEY: differs from ${path}, with which this data was encrypted. ` +
        "Leave the option out, or move the file away if the option is the right one.",
    ]);
  }
  return kept;
}
