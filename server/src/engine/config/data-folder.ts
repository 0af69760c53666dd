import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import packageJson from "../../../package.json" with { type: "json" };
import { ConfigError } from "./config-error.ts";

/** Raised with a release whose data an older release cannot read. */
const DATA_FORMAT = 1;

/** The product's version, as in its package. */
export const productVersion: string = packageJson.version;

/**
 * Creates the data folder and checks that this version may use it: writable, and not written by a newer one. The
 * file `version` in it records the format.
 * @throws ConfigError
 */
export function prepareDataFolder(folder: string): void {
  try {
    // 711: the account of the embedded database must pass through; every file and folder below is closed itself.
    if (!existsSync(folder)) {
      mkdirSync(folder, { recursive: true, mode: 0o711 });
      chmodSync(folder, 0o711);
    }
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    const probe = join(folder, `.probe-${process.pid}`);
    writeFileSync(probe, "");
    rmSync(probe);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError([
      `SALLYPORT_DATA: ${folder} cannot be ${existsSync(folder) ? "written to" : "created"} (${code}). ` +
        "Grant this user access to it, or choose another folder.",
    ]);
  }
  checkVersion(join(folder, "version"), folder);
}

function checkVersion(path: string, folder: string): void {
  if (existsSync(path)) {
    const { format, version } = parseVersion(readFileSync(path, "utf8"), path);
    if (format > DATA_FORMAT) {
      throw new ConfigError([
        `SALLYPORT_DATA: ${folder} was written by a newer version (${version}); this is ${productVersion}. ` +
          "Start that version or a later one. Nothing was changed.",
      ]);
    }
    if (format === DATA_FORMAT && version === productVersion) return;
  }
  writeFileSync(path, `${JSON.stringify({ format: DATA_FORMAT, version: productVersion })}\n`);
}

function parseVersion(text: string, path: string): { format: number; version: string } {
  try {
    const value = JSON.parse(text) as { format?: unknown; version?: unknown };
    if (typeof value.format === "number") return { format: value.format, version: String(value.version) };
  } catch {
    // Reported below.
  }
  throw new ConfigError([`${path}: contains no version. Restore the file from a backup.`]);
}
