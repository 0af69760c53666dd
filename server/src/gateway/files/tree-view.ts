import { join as joined, pathBytes } from "./paths.ts";
import type { FileView, FolderPlace, Place, RemoteAccount } from "./place.ts";

/** A folder of ours: what is in it, by the names it is told under. */
export interface TreeFolder {
  readonly kind: "folder";
  children(): Promise<ReadonlyMap<string, TreeEntry>>;
}

/** An account, whose files are opened when somebody looks into it. */
export interface TreeAccount {
  readonly kind: "account";
  open(): Promise<RemoteAccount>;
}

/** What stands in a folder of ours. */
export type TreeEntry = TreeFolder | TreeAccount;

/** All somebody may use, as folders: nodes, assets, accounts, and in each account its files from its start folder on. */
export function treeView(root: TreeFolder): FileView {
  const folderPlace = (folder: TreeFolder): FolderPlace => ({
    kind: "folder",
    list: async () => [...(await folder.children()).keys()],
  });
  const locate = async (path: string): Promise<Place | null> => {
    let folder = root;
    const parts = path.split("/").filter((part) => part !== "");
    for (const [index, part] of parts.entries()) {
      const entry = (await folder.children()).get(part);
      if (entry === undefined) return null;
      if (entry.kind === "account") {
        const account = await entry.open();
        const rest = parts.slice(index + 1).join("/");
        return { kind: "remote", account, path: rest === "" ? account.home : joined(account.home, rest) };
      }
      folder = entry;
    }
    return folderPlace(folder);
  };
  return { start: "/", straight: null, locate };
}

/**
 * Names for entries of one folder: without what no name can have, and each only once.
 *
 * @param entries what a person calls it, and what it is
 */
export function namedEntries<Entry>(
  entries: readonly (readonly [string, Entry])[],
): ReadonlyMap<string, Entry> {
  const named = new Map<string, Entry>();
  for (const [told, entry] of entries) {
    const plain = told
      .replace(/\p{Cc}/gu, " ")
      .replaceAll("/", "_")
      .trim();
    const name = pathBytes(plain === "" || plain === "." || plain === ".." ? `_${plain}` : plain).slice(
      0,
      240,
    );
    let unique = name;
    for (let count = 2; named.has(unique); count++) unique = `${name}_${count}`;
    named.set(unique, entry);
  }
  return named;
}
