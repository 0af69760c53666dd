import { chmodSync, chownSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** The unprivileged account that runs the embedded server when the product itself runs as root. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/**
 * PostgreSQL refuses to run as root. As root this answers the account `nobody` (it needs an entry in
 * `/etc/passwd`); otherwise null: run as the current user.
 * @throws Error when running as root and there is no such account.
 */
export function databaseOwner(): Owner | null {
  if (process.getuid?.() !== 0) return null;
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith("nobody:"));
  const [, , uid, gid] = line?.split(":") ?? [];
  if (uid === undefined || gid === undefined) {
    throw new Error(
      "The embedded database cannot run as root and there is no account `nobody` to run it. " +
        "Start Sallyport as an ordinary user, or set SALLYPORT_DATABASE_URL.",
    );
  }
  return { uid: Number(uid), gid: Number(gid) };
}

/** Creates a folder only its owner may enter. */
export function makeOwnedFolder(folder: string, owner: Owner | null): void {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
  if (owner) chownSync(folder, owner.uid, owner.gid);
}

/** Whether the account may pass through `folder` and everything above it. */
export function mayEnter(folder: string, owner: Owner): boolean {
  for (let path = folder; ; path = dirname(path)) {
    const { mode, uid, gid } = statSync(path);
    const bit = uid === owner.uid ? 0o100 : gid === owner.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (path === dirname(path)) return true;
  }
}
