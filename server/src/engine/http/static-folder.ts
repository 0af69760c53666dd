import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The folder with the server's own static files, `server/static`, from the bundle as from the sources.
 * @throws Error when there is none (a broken installation).
 */
export function staticFolder(): string {
  const start = dirname(fileURLToPath(import.meta.url));
  for (let folder = start; ; folder = dirname(folder)) {
    const candidate = join(folder, "static");
    if (existsSync(join(candidate, "img"))) return candidate;
    if (folder === dirname(folder)) throw new Error(`No static folder above ${start}.`);
  }
}
