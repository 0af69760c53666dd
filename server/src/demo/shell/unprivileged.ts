import { chmodSync, chownSync, mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { become, unprivilegedId } from "../../engine/process/unprivileged.ts";

/**
 * Gives up root for good: this process and everything it starts become an account that owns nothing but `home`,
 * which is not the one the database runs as. Without root nothing changes. Answers the home to use.
 */
export function becomeUnprivileged(home: string): string {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const id = unprivilegedId();
  if (id === null) return home;
  chownSync(home, id, id);
  chmodSync(home, 0o700);
  become(id);
  try {
    process.chdir(home);
    return home;
  } catch {
    // A folder above the data folder is closed to other accounts.
    const other = mkdtempSync(join(tmpdir(), "sallyport-demo-"));
    process.chdir(other);
    return other;
  }
}
