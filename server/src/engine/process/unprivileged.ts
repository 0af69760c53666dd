import { existsSync, readFileSync } from "node:fs";

/** Ids that no distribution gives to anybody. */
const firstId = 61_184;
const lastId = 65_519;

/** A number from `start` on that is neither a user's nor a group's id on this machine. */
export function unusedId(passwd: string, group: string, start = firstId): number {
  const used = new Set(
    `${passwd}\n${group}`.split("\n").flatMap((line) => line.split(":").slice(2, 4).map(Number)),
  );
  for (let id = start; id <= lastId; id++) if (!used.has(id)) return id;
  throw new Error(`every id from ${start} to ${lastId} is in use`);
}

const read = (path: string): string => (existsSync(path) ? readFileSync(path, "utf8") : "");

/**
 * An account to be that owns nothing, and is not the one the database runs as; null where this process is not root
 * and has no other account to be.
 *
 * @param isOneOfMany another one each time, so that those who are unprivileged cannot reach each other either
 */
export function unprivilegedId(isOneOfMany = false): number | null {
  if (process.getuid?.() !== 0) return null;
  // The first few are left to those that stay the same.
  const start = isOneOfMany ? firstId + 16 + Math.floor(Math.random() * 4_000) : firstId;
  return unusedId(read("/etc/passwd"), read("/etc/group"), start);
}

/** Gives up root for good: this process and everything it starts are that account from now on. */
export function become(id: number): void {
  const { setgroups, setgid, setuid } = process;
  if (!setgroups || !setgid || !setuid) throw new Error("accounts cannot be changed here");
  setgroups([]);
  setgid(id);
  setuid(id);
  if (process.getuid?.() !== id || process.getegid?.() !== id) throw new Error("root could not be given up");
}
