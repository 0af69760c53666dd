import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Ids that no distribution gives to anybody. */
const firstId = 61_184;
const lastId = 65_519;

/** A number that is neither a user's nor a group's id on this machine. */
export function unusedId(passwd: string, group: string): number {
  const used = new Set(
    `${passwd}\n${group}`.split("\n").flatMap((line) => line.split(":").slice(2, 4).map(Number)),
  );
  for (let id = firstId; id <= lastId; id++) if (!used.has(id)) return id;
  throw new Error(`every id from ${firstId} to ${lastId} is in use`);
}

const read = (path: string): string => (existsSync(path) ? readFileSync(path, "utf8") : "");

/**
 * Gives up root for good: this process and everything it starts become an account that owns nothing but `home`,
 * which is not the one the database runs as. Without root nothing changes. Answers the home to use.
 */
export function becomeUnprivileged(home: string): string {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const { getuid, setgroups, setgid, setuid } = process;
  if (getuid === undefined || getuid() !== 0 || !setgroups || !setgid || !setuid) return home;
  const id = unusedId(read("/etc/passwd"), read("/etc/group"));
  chownSync(home, id, id);
  chmodSync(home, 0o700);
  setgroups([]);
  setgid(id);
  setuid(id);
  if (process.getuid?.() !== id || process.getegid?.() !== id) throw new Error("root could not be given up");
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
