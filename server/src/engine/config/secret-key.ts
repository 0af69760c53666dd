import { randomBytes, timingSafeEqual } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { formatKeyFile, parseKeyFile } from "../secrets/key-ring.ts";
import { ConfigError } from "./config-error.ts";

/** The installation's keys as they are at start. */
export interface SecretKeys {
  /** The one that seals first, then those that still open. */
  readonly keys: readonly Buffer[];
  /** The file they are in and are read again from; null when the configuration gives them. */
  readonly file: string | null;
}

/**
 * The installation's keys: the given ones, else those in `path`, else a new one written there with mode 600. What
 * is encrypted with one key cannot be read with another, so a given key that differs from the file's is refused.
 * @param given the key that seals; null = the file's
 * @param former given keys that still open what they sealed
 * @param fresh what is written where there is no file; default a new key, none = that is refused
 * @throws ConfigError
 */
export function loadSecretKeys(
  given: Buffer | null,
  former: readonly Buffer[],
  path: string,
  fresh: readonly Buffer[] = [randomBytes(32)],
): SecretKeys {
  if (!existsSync(path)) {
    if (given !== null) return { keys: [given, ...former], file: null };
    refuseFormer(former);
    if (fresh.length === 0)
      throw new ConfigError([`${path}: not found. Put the encryption key of the installation there.`]);
    writeFileSync(path, formatKeyFile(fresh), { mode: 0o600, flag: "wx" });
    return { keys: fresh, file: path };
  }
  const kept = readKeyFile(path);
  if (given === null) {
    refuseFormer(former);
    return { keys: kept, file: path };
  }
  const all = [given, ...former];
  const isGiven = (key: Buffer) => all.some((one) => one.length === key.length && timingSafeEqual(one, key));
  if (!kept.every(isGiven)) {
    throw new ConfigError([
      `SALLYPORT_SECRET_KEY: differs from the key in ${path}, which encrypts this data. ` +
        "Unset it, or move the file away if it is the right key.",
    ]);
  }
  return { keys: all, file: null };
}

/** @throws ConfigError when the file does not hold keys */
export function readKeyFile(path: string): Buffer[] {
  try {
    return parseKeyFile(readFileSync(path, "utf8"));
  } catch {
    throw new ConfigError([`${path}: contains no encryption key. Restore the file from a backup.`]);
  }
}

function refuseFormer(former: readonly Buffer[]): void {
  if (former.length === 0) return;
  throw new ConfigError([
    "SALLYPORT_FORMER_SECRET_KEYS: requires SALLYPORT_SECRET_KEY. A key file in the data folder includes " +
      "its former keys.",
  ]);
}
