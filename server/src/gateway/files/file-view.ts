import type { FileCopies } from "./copies.ts";
import { absolutePath, baseOf, isWithin, join, parentOf } from "./paths.ts";
import type { SessionFileLog } from "./records.ts";
import type { FileRights } from "./rights.ts";
import { readNames } from "./sftp/names.ts";
import { PacketCursor, packetType, string } from "./sftp/packets.ts";
import { codeOf, type RemoteFiles } from "./sftp/remote-files.ts";

/** The files of one account on one target. */
export interface RemoteAccount {
  readonly files: RemoteFiles;
  readonly rights: FileRights;
  readonly log: SessionFileLog;
  readonly copies: FileCopies | null;
  /** Extensions of the target by name. */
  readonly extensions: ReadonlyMap<string, string>;
  /** The folder one starts in; absolute, as the target has it. */
  readonly home: string;
  /** Whether nothing outside `home` may be reached, not by a symbolic link either. */
  readonly isConfined: boolean;
}

/** A file or a folder on a target. */
export interface RemotePath {
  readonly kind: "remote";
  readonly account: RemoteAccount;
  /** As the target has it: absolute and normal. */
  readonly path: string;
}

/** A folder that exists only here: the assets and accounts somebody may use. */
export interface VirtualFolder {
  readonly kind: "folder";
  /** Names of what is in it; each can be located. */
  list(): Promise<readonly string[]>;
}

/** What a path of a client leads to. */
export type LocatedPath = RemotePath | VirtualFolder;

/** What a client sees: the files of one account, or the tree of all it may use. */
export interface FileView {
  /** What relative paths start at. */
  readonly start: string;
  /** Where paths are those of the target, symbolic links and all; null where they are not. */
  readonly straight: RemoteAccount | null;
  /** @param path absolute and normal; null when there is nothing */
  locate(path: string): Promise<LocatedPath | null>;
  /** Whether a path is a folder of ours or the top of an account; told without opening the account. */
  isOurs(path: string): Promise<boolean>;
}

/** The name a target gives a path; null when it does not know it. */
export async function realPath(files: RemoteFiles, path: string): Promise<string | null> {
  const reply = await files.ask(packetType.realpath, string(path));
  if (reply.type !== packetType.name) return null;
  const [entry] = readNames(new PacketCursor(reply.body));
  return entry?.name.startsWith("/") === true ? absolutePath("/", entry.name) : null;
}

/**
 * The path to ask the target for; null when it leads out of what the account is confined to. Where it is confined, the
 * path that is used is the one that was looked at, so that no symbolic link is followed on the way.
 *
 * @param follow whether a symbolic link at the end of the path is followed by what will be done
 */
export async function usablePath({ account, path }: RemotePath, follow: boolean): Promise<string | null> {
  if (!account.isConfined) return path;
  const { files, home } = account;
  if (path === home) return home;
  if (follow) {
    const whole = await realPath(files, path);
    if (whole !== null) return isWithin(home, whole) ? whole : null;
    // Nothing may be there; but a link that leads nowhere would be followed to where it leads.
    const link = await files.ask(packetType.readlink, string(path));
    if (codeOf(link) === 0) return null;
  }
  const folder = await realPath(files, parentOf(path));
  return folder !== null && isWithin(home, folder) ? join(folder, baseOf(path)) : null;
}
