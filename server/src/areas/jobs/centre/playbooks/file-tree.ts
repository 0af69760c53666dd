import { nameOf, parentOf, rootKey } from "./paths.ts";
import type { ListedFile } from "./playbook-files.ts";

/** A node of the tree, as clients of the contract draw it. */
export interface FileNode {
  readonly name: string;
  readonly title: string;
  readonly id: string;
  readonly isParent: boolean;
  readonly pId: string;
  readonly open: boolean;
  readonly temp: boolean;
  readonly iconSkin?: string;
}

/** A file or folder as a node. */
export function nodeOf({ path, is_folder: isFolder }: ListedFile): FileNode {
  const name = nameOf(path);
  return {
    ...{ name, title: name, id: path, isParent: isFolder, pId: parentOf(path) || rootKey, open: isFolder },
    temp: false,
    ...(isFolder ? {} : { iconSkin: "file" }),
  };
}

/** The files of a playbook as a tree: folders go before files, each by name. */
export function treeOf(playbook: string, files: readonly ListedFile[]): readonly FileNode[] {
  const below = new Map<string, ListedFile[]>();
  for (const file of files) {
    const folder = parentOf(file.path);
    below.set(folder, [...(below.get(folder) ?? []), file]);
  }
  const nodes = (folder: string): FileNode[] =>
    [...(below.get(folder) ?? [])]
      .sort(
        (one, other) => Number(other.is_folder) - Number(one.is_folder) || (one.path < other.path ? -1 : 1),
      )
      .flatMap((file) => [nodeOf(file), ...(file.is_folder ? nodes(file.path) : [])]);
  const root = {
    name: playbook,
    title: playbook,
    id: rootKey,
    isParent: true,
    pId: "",
    open: true,
    temp: false,
  };
  return [root, ...nodes("")];
}
