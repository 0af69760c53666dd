import { baseOf, join, parentOf, pathBytes } from "../../files/paths.ts";
import type { FileRights } from "../../files/rights.ts";
import { isEntryName } from "../../files/sftp/names.ts";
import { FileFailure } from "./failure.ts";
import type { FileFacts, FolderEntry } from "./files-client.ts";
import { hashOf, shownName, volumeId } from "./hash.ts";
import { managerText } from "./texts.ts";

/** A file as elFinder knows it, and what is added here. docs/contract/file-manager.md, section 3. */
export interface ManagerEntry {
  readonly name: string;
  readonly hash: string;
  readonly phash?: string;
  readonly volumeid?: string;
  readonly isroot?: 1;
  readonly mime: string;
  /** Seconds since 1970. */
  readonly ts: number;
  readonly size: number;
  readonly dirs?: 1;
  readonly read: 0 | 1;
  readonly write: 0 | 1;
  readonly locked: 0 | 1;
  /** Mode bits, octal. */
  readonly mode?: string;
  /** Names of owner and group where the target lists them, and their numbers. */
  readonly owner?: string;
  readonly ids?: readonly [number, number];
  /** 1: a symbolic link. */
  readonly link?: 1;
}

/** Kinds of files by the end of the name, as far as a client does something else with them. */
const mimes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "text/plain":
      "txt log md conf cfg ini env csv tsv yml yaml toml sh bash py rb pl go rs c h cpp java sql ts",
    "text/html": "html htm",
    "text/css": "css",
    "text/javascript": "js mjs",
    "application/json": "json",
    "text/xml": "xml",
    "application/pdf": "pdf",
    "application/zip": "zip",
    "application/x-gzip": "gz tgz",
    "application/x-tar": "tar",
    "image/png": "png",
    "image/jpeg": "jpg jpeg",
    "image/gif": "gif",
    "image/svg+xml": "svg",
  }).flatMap(([mime, ends]) => ends.split(" ").map((end) => [end, mime] as const)),
);

const mimeOf = (name: string): string =>
  mimes.get(name.slice(name.lastIndexOf(".") + 1).toLowerCase()) ?? "application/octet-stream";

/**
 * A file as a client is told it.
 *
 * @param facts what it is, links followed where they lead somewhere
 * @param rights null: a folder of assets, in which nothing is changed
 */
export function entryOf(
  path: string,
  facts: FileFacts & { readonly ownerNames?: string; readonly isLink?: boolean },
  rights: FileRights | null,
): ManagerEntry {
  const isFolder = facts.kind === "folder";
  const isRoot = path === "/";
  const isReadable = isFolder || rights?.download === true;
  return {
    name: isRoot ? "/" : shownName(baseOf(path)),
    hash: hashOf(path),
    ...(isRoot ? { volumeid: volumeId, isroot: 1 as const } : { phash: hashOf(parentOf(path)) }),
    mime: isFolder ? "directory" : facts.kind === "link" ? "symlink-broken" : mimeOf(baseOf(path)),
    ts: facts.modified,
    size: isFolder ? 0 : facts.size,
    ...(isFolder ? { dirs: 1 as const } : {}),
    read: isReadable ? 1 : 0,
    write: rights?.upload === true ? 1 : 0,
    locked: rights?.delete === true && !isRoot ? 0 : 1,
    ...(facts.mode === null ? {} : { mode: facts.mode.toString(8).padStart(4, "0") }),
    ...(facts.ownerNames === undefined ? {} : { owner: shownName(facts.ownerNames) }),
    ...(facts.owner === null ? {} : { ids: [facts.owner.user, facts.owner.group] as const }),
    ...(facts.isLink === true ? { link: 1 as const } : {}),
  };
}

/** The path of an entry. */
export const pathIn = (folder: string, { name }: Pick<FolderEntry, "name">): string => join(folder, name);

/**
 * The path of a name somebody gave, in a folder.
 *
 * @throws FileFailure `bad_request` for what can be no name
 */
export function namedIn(folder: string, name: string): string {
  const bytes = pathBytes(name);
  if (!isEntryName(bytes) || bytes === "." || bytes === "..") {
    throw new FileFailure("bad_request", managerText.badName);
  }
  return join(folder, bytes);
}

/** A name that is free: with a number before its ending. */
export function numbered(name: string, count: number): string {
  const dot = name.lastIndexOf(".");
  const [stem, end] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
  return `${stem.slice(0, 255 - end.length - 8)} (${count})${end}`;
}
