import type { FileView, LocatedPath, RemoteAccount } from "./file-view.ts";
import { join as joined, pathBytes } from "./paths.ts";

/** A folder of ours: what is in it, by the names it is listed under. */
export interface TreeFolder {
  readonly kind: "folder";
  children(): Promise<ReadonlyMap<string, TreeEntry>>;
}

/** An account, whose files are opened when somebody looks into it. */
export interface TreeAccount {
  readonly kind: "account";
  open(): Promise<RemoteAccount>;
}

/** What turns out to be one or the other, or nothing, when somebody looks into it. */
export interface TreeQuestion {
  readonly kind: "question";
  ask(): Promise<TreeFolder | TreeAccount | null>;
}

/** What is in a folder of ours. */
export type TreeEntry = TreeFolder | TreeAccount | TreeQuestion;

/** All somebody may use, as folders: nodes, assets, accounts, and in each account its files from its start folder on. */
export function treeView(root: TreeFolder): FileView {
  /** The entry at the end of the parts, or the account on the way there and what is below it. */
  const walk = async (
    parts: readonly string[],
  ): Promise<{ entry: TreeEntry; below: readonly string[] } | null> => {
    let entry: TreeEntry | undefined = root;
    for (const [index, part] of parts.entries()) {
      if (entry.kind === "question") entry = (await entry.ask()) ?? empty;
      if (entry.kind === "account") return { entry, below: parts.slice(index) };
      entry = (await entry.children()).get(part);
      if (entry === undefined) return null;
    }
    return { entry, below: [] };
  };
  const locate = async (path: string): Promise<LocatedPath | null> => {
    const found = await walk(partsOf(path));
    if (found === null) return null;
    const entry = found.entry.kind === "question" ? ((await found.entry.ask()) ?? empty) : found.entry;
    if (entry.kind === "folder")
      return { kind: "folder", list: async () => [...(await entry.children()).keys()] };
    const account = await entry.open();
    const { home } = account;
    return { kind: "remote", account, path: found.below.reduce(joined, home) };
  };
  const isOurs = async (path: string): Promise<boolean> => (await walk(partsOf(path)))?.below.length === 0;
  return { start: "/", straight: null, locate, isOurs };
}

const partsOf = (path: string): string[] => path.split("/").filter((part) => part !== "");

/** A folder with nothing in it. */
export const empty: TreeFolder = { kind: "folder", children: async () => new Map() };

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
