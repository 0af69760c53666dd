import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The folder with the product's migrations: beside the bundle in a build, `server/migrations` in a checkout.
 * @throws Error when neither exists (a broken installation).
 */
export function migrationsFolder(): string {
  const start = dirname(fileURLToPath(import.meta.url));
  for (let folder = start; ; folder = dirname(folder)) {
    const candidate = join(folder, "migrations");
    if (existsSync(candidate)) return candidate;
    if (folder === dirname(folder)) throw new Error(`No migrations folder above ${start}.`);
  }
}
