import { randomUUID } from "node:crypto";
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeOwnedFolder, mayEnter, type Owner } from "./owner.ts";

/** Where root's embedded databases live when the data folder itself lies where `nobody` may not enter. */
const SYSTEM_FOLDER = "/var/lib/sallyport";

/** The shortest limit among supported systems for the path of a Unix socket (macOS; Linux has 107). */
const SOCKET_PATH_LIMIT = 103;

/**
 * The folder of the embedded server: `<data>/postgres`. When root's data folder is below a folder that the
 * database account may not enter (a clone in `/root`), a folder of its own in `/var/lib/sallyport` is used and
 * noted in `<data>/postgres/location`, which is read again on every later start.
 *
 * @throws Error when the noted folder has disappeared.
 */
export function databaseFolder(dataFolder: string, owner: Owner | null): string {
  const local = join(dataFolder, "postgres");
  const note = join(local, "location");
  if (existsSync(note)) {
    const noted = readFileSync(note, "utf8").trim();
    if (!existsSync(noted)) {
      throw new Error(
        `The database of ${dataFolder} was kept in ${noted} (see ${note}), and that folder is gone. ` +
          "Bring it back, or remove the data folder to start afresh.",
      );
    }
    return noted;
  }
  mkdirSync(local, { recursive: true, mode: 0o711 });
  if (owner === null || existsSync(join(local, "data")) || mayEnter(dataFolder, owner)) {
    makeOwnedFolder(local, owner);
    return local;
  }
  mkdirSync(SYSTEM_FOLDER, { recursive: true, mode: 0o755 });
  const elsewhere = join(SYSTEM_FOLDER, randomUUID());
  makeOwnedFolder(elsewhere, owner);
  writeFileSync(note, `${elsewhere}\n`);
  return elsewhere;
}

/** A socket folder; `temporary` ones are removed when the server stops. */
export interface SocketFolder {
  readonly path: string;
  readonly temporary: boolean;
}

/** `<folder>/socket`, or a short temporary folder when that path would be too long for a socket. */
export function socketFolder(folder: string, owner: Owner | null): SocketFolder {
  const preferred = join(folder, "socket");
  if (fits(preferred)) {
    makeOwnedFolder(preferred, owner);
    return { path: preferred, temporary: false };
  }
  const base = fits(join(tmpdir(), "sallyport-XXXXXX")) ? tmpdir() : "/tmp";
  const path = mkdtempSync(join(base, "sallyport-"));
  if (owner) chownSync(path, owner.uid, owner.gid);
  return { path, temporary: true };
}

function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, ".s.PGSQL.5432.lock")) <= SOCKET_PATH_LIMIT;
}
