import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { nearest } from "./nearest.ts";
import { settings } from "./settings.ts";

/** A configuration file as read: JSON values by option name. Empty when there is no file. */
export interface ConfigFile {
  readonly path: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * Reads `SALLYPORT_CONFIG`, or `sallyport.json` in the data folder when it exists. Adds a line to `problems` for
 * a file that cannot be read and for each unknown name in it.
 */
export function readConfigFile(
  environment: NodeJS.ProcessEnv,
  workingFolder: string,
  problems: string[],
): ConfigFile {
  const named = environment.SALLYPORT_CONFIG;
  const path = named
    ? resolve(workingFolder, named)
    : join(resolve(workingFolder, environment.SALLYPORT_DATA || "data"), "sallyport.json");
  if (!named && !existsSync(path)) return { path, values: {} };
  const values = parse(path, problems);
  for (const key of Object.keys(values)) {
    if (Object.hasOwn(settings, key)) continue;
    const guess = nearest(key, Object.keys(settings));
    problems.push(`${path}: unknown option "${key}".${guess === null ? "" : ` Did you mean "${guess}"?`}`);
  }
  return { path, values };
}

function parse(path: string, problems: string[]): Record<string, unknown> {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    problems.push(`${path}: cannot be read (${(error as NodeJS.ErrnoException).code}).`);
    return {};
  }
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>;
    }
  } catch {
    // Reported below, without the parser's message: it quotes the file, which may hold secrets.
  }
  problems.push(`${path}: must contain one JSON object.`);
  return {};
}
