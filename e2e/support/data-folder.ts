import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A new data folder that the database's own account can pass through. It does not exist yet; the one above does. */
export function newDataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-e2e-"));
  chmodSync(folder, 0o711);
  return join(folder, "data");
}

/** Removes a folder of `newDataFolder`. */
export function removeDataFolder(dataFolder: string): void {
  rmSync(join(dataFolder, ".."), { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
