import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const mount = "/bin/mount";
const unmount = "/bin/umount";

/** A file system of its own that fills up soon. */
export interface SmallDisk {
  readonly folder: string;
  /** Gives it another size, e.g. `20m`. */
  resize(size: string): void;
  remove(): void;
}

/**
 * Mounts one; null where that cannot be done (not root, or not Linux).
 *
 * @param size as `mount` takes it, e.g. `512k`
 */
export function smallDisk(size: string): SmallDisk | null {
  const folder = mkdtempSync(path.join(tmpdir(), "small-"));
  const run = (...options: string[]) => execFileSync(mount, options, { stdio: "ignore" });
  try {
    run("-t", "tmpfs", "-o", `size=${size}`, "tmpfs", folder);
  } catch {
    rmSync(folder, { recursive: true, force: true });
    return null;
  }
  chmodSync(folder, 0o755);
  return {
    folder,
    resize: (to) => run("-o", `remount,size=${to}`, folder),
    remove() {
      execFileSync(unmount, ["-l", folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
