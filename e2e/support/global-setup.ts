import { existsSync } from "node:fs";
import { join } from "node:path";
import { prepare, removeOutdated } from "./prepared.ts";

/**
 * Vitest's global set-up of the end-to-end tests: has the data folders that their files copy made before the
 * workers begin, one after the other.
 */
export default async function setup(): Promise<void> {
  // What is not built is reported by each test in its own words.
  if (!existsSync(join(import.meta.dirname, "../../.cache/build-server.hash"))) return;
  removeOutdated();
  await prepare("installed");
  await prepare("demo");
}
