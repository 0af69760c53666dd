import { shownPath } from "../../files/paths.ts";
import {
  ancestors,
  type Call,
  type Command,
  entryAt,
  existing,
  followed,
  goOn,
  required,
  rightsAt,
  target,
  targets,
} from "./call.ts";
import { entryOf, type ManagerEntry, namedIn, pathIn } from "./entry.ts";
import { FileFailure } from "./failure.ts";
import type { FolderEntry } from "./files-client.ts";
import { hashOf } from "./hash.ts";
import { managerText } from "./texts.ts";
import { walk } from "./walk.ts";

/** Most results of a search. */
const mostFound = 1000;

/** Largest file that is uploaded by one request of another client, as they are told, in bytes. */
const largestUpload = 2 ** 40;

/** What is in a folder, in pieces, as it is told. */
export async function* entriesOf(call: Call, folder: string): AsyncGenerator<ManagerEntry[]> {
  const rights = await rightsAt(call, folder);
  for await (const batch of call.client.list(folder)) {
    goOn(call);
    const told = await Promise.all(
      batch.map(async (entry: FolderEntry) => {
        const path = pathIn(folder, entry);
        return entryOf(path, await followed(call, path, entry), rights);
      }),
    );
    yield told;
  }
}

async function allOf(
  call: Call,
  folder: string,
  wanted: (entry: ManagerEntry) => boolean,
): Promise<ManagerEntry[]> {
  const all: ManagerEntry[] = [];
  for await (const batch of entriesOf(call, folder)) {
    for (const entry of batch) if (wanted(entry)) all.push(entry);
  }
  return all;
}

/** Clients that know nothing of hidden files are not shown them. */
const isShown = ({ name }: ManagerEntry): boolean => !name.startsWith(".");

const isFolder = ({ mime }: ManagerEntry): boolean => mime === "directory";

/** `open`: a folder and what is in it; with `init`, what a client has to know first. */
const open: Command = async (call) => {
  const { form, view } = call;
  const asked = form.values.get("target") ?? "";
  const isFirst = form.values.get("init") === "1";
  const path = asked === "" ? view.start : target(call);
  const cwd = await existing(call, path).catch((error: unknown) => {
    // A client that comes back asks for the folder it was in, which may be gone.
    if (!isFirst || asked === "") throw error;
    return existing(call, view.start);
  });
  const at = isFirst && cwd.hash !== hashOf(path) ? view.start : path;
  if (!isFolder(cwd)) throw new FileFailure("not_found", managerText.notFound);
  const files = await allOf(call, at, isShown);
  const above = form.values.get("tree") === "1" ? await parentsOf(call, at) : [];
  const seen = new Set(files.map(({ hash }) => hash));
  return {
    cwd,
    files: [...above.filter(({ hash }) => !seen.has(hash)), ...files],
    options: {
      path: shownPath(at),
      url: "",
      tmbUrl: "",
      separator: "/",
      disabled: ["archive", "extract", "resize", "netmount", "tmb", "dim", "info", "url"],
      copyOverwrite: 1,
      uploadOverwrite: 1,
      uploadMaxConn: 1,
      archivers: { create: [], extract: [] },
    },
    ...(isFirst ? { api: "2.1", uplMaxSize: String(largestUpload), netDrivers: [] } : {}),
  };
};

/** The folders above one and their own, as a tree of folders shows them. */
async function parentsOf(call: Call, path: string): Promise<ManagerEntry[]> {
  const found: ManagerEntry[] = [];
  const seen = new Set<string>();
  for (const folder of ancestors(path)) {
    const own = await entryAt(call, folder).catch(() => null);
    const below = folder === path ? [] : await allOf(call, folder, isFolder).catch(() => []);
    for (const entry of [...(own === null ? [] : [own]), ...below]) {
      if (seen.has(entry.hash)) continue;
      seen.add(entry.hash);
      found.push(entry);
    }
  }
  return found;
}

const tree: Command = async (call) => ({
  tree: await allOf(call, target(call), (entry) => isFolder(entry) && isShown(entry)),
});

const parents: Command = async (call) => ({ tree: await parentsOf(call, target(call)) });

/** `ls`: names in a folder by their hashes; with `intersect[]`, only those of these names. */
const ls: Command = async (call) => {
  const folder = target(call);
  const asked = call.form.values.getAll("intersect[]");
  if (asked.length === 0) {
    const all = await allOf(call, folder, isShown);
    return { list: Object.fromEntries(all.map(({ hash, name }) => [hash, name])) };
  }
  const found = await Promise.all(asked.slice(0, 10_000).map((name) => entryAt(call, namedIn(folder, name))));
  return {
    list: Object.fromEntries(found.filter((entry) => entry !== null).map(({ hash, name }) => [hash, name])),
  };
};

/** `size`: of files, and of folders with all that is in them. */
const size: Command = async (call) => {
  const total = { size: 0, fileCnt: 0, dirCnt: 0 };
  for (const path of targets(call)) {
    for await (const { facts } of walk(call, path)) {
      if (facts.kind === "folder") total.dirCnt += 1;
      else {
        total.fileCnt += 1;
        if (facts.kind === "file") total.size += facts.size;
      }
    }
  }
  return total;
};

/** `search`: names that contain a text, below a folder. */
const search: Command = async (call) => {
  const wanted = required(call, "q").toLowerCase();
  const root = target(call);
  const rights = await rightsAt(call, root);
  if (rights === null)
    return { files: await allOf(call, root, ({ name }) => name.toLowerCase().includes(wanted)) };
  const files: ManagerEntry[] = [];
  for await (const { path, facts } of walk(call, root, { skipsFailures: true })) {
    const entry = entryOf(path, facts, rights);
    if (path === root || !entry.name.toLowerCase().includes(wanted)) continue;
    files.push(entry);
    if (files.length >= mostFound) break;
  }
  return { files };
};

/** `stat` (an addition): one file; null where there is none. */
const stat: Command = async (call) => {
  const folder = target(call);
  const name = call.form.values.get("name");
  return { entry: await entryAt(call, name === null ? folder : namedIn(folder, name)) };
};

/**
 * `list` (an addition): a folder as lines of JSON that are sent while the target lists: first the folder with what may be
 * done in it, then pieces of its entries, at the end how many there were, or what went wrong.
 */
const list: Command = async (call) => {
  const { response, view, form } = call;
  const path = (form.values.get("target") ?? "") === "" ? view.start : target(call);
  const cwd = await existing(call, path);
  const rights = await rightsAt(call, path);
  const entries = entriesOf(call, path);
  // What cannot be listed at all is a plain failure.
  let next = await entries.next();
  response.writeHead(200, { "content-type": "application/x-ndjson; charset=utf-8" });
  response.write(`${JSON.stringify({ cwd, path: shownPath(path), rights, isAssets: rights === null })}\n`);
  let count = 0;
  while (next.done !== true) {
    count += next.value.length;
    if (!response.write(`${JSON.stringify({ entries: next.value })}\n`)) await drained(call);
    next = await entries.next();
  }
  response.end(`${JSON.stringify({ end: count })}\n`);
  return null;
};

/** Waits until the client has taken what was sent. */
export function drained({ response, signal }: Pick<Call, "response" | "signal">): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted || !response.writableNeedDrain) return resolve();
    const done = () => {
      response.off("drain", done);
      signal.removeEventListener("abort", done);
      resolve();
    };
    response.once("drain", done);
    signal.addEventListener("abort", done, { once: true });
  });
}

/** Commands that change nothing and read no content. */
export const browsing = { open, tree, parents, ls, size, search, stat, list } as const;
