import { isWellFormed } from "../../../../engine/json.ts";
import { isDisturbing } from "../../../../engine/names.ts";

/** Longest path of a file of a playbook, in characters. */
const longestPath = 1_024;
/** Most bytes of one name, as file systems take them. */
const longestName = 255;
/** Most folders above each other. */
const deepest = 16;

/** The file that runs unless there is none of that name. */
export const entryName = "main.yml";

/** How the tree calls the playbook itself. */
export const rootKey = "root";

/** Whether a file or folder may have that name. */
export const isFileName = (name: string): boolean =>
  name !== "" &&
  name !== "." &&
  name !== ".." &&
  !/[/\\]/.test(name) &&
  !isDisturbing(name) &&
  isWellFormed(name) &&
  Buffer.byteLength(name) <= longestName;

/** Whether a path stays within the playbook whatever reads it. */
export function isFilePath(path: string): boolean {
  const names = path.split("/");
  return path.length <= longestPath && names.length <= deepest && names.every(isFileName);
}

/** The path a key of the tree names; "": the playbook itself; null: none. */
export function pathOfKey(key: string): string | null {
  if (key === "" || key === rootKey) return "";
  const path = key.startsWith(`${rootKey}/`) ? key.slice(rootKey.length + 1) : key;
  return isFilePath(path) ? path : null;
}

/** The folder a path lies in; "": the playbook itself. */
export const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));

/** The last name of a path. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** A path in a folder. */
export const pathIn = (folder: string, name: string): string => (folder === "" ? name : `${folder}/${name}`);

/** Every folder above a path, from the outermost. */
export function foldersAbove(path: string): readonly string[] {
  const names = path.split("/").slice(0, -1);
  return names.map((_name, at) => names.slice(0, at + 1).join("/"));
}
