import { baseOf, join, parentOf } from "../../files/paths.ts";
import { writeAttributes } from "../../files/sftp/attributes.ts";
import { openFlag } from "../../files/sftp/packets.ts";
import { type Call, type Command, existing, required, target, targets } from "./call.ts";
import { namedIn, numbered } from "./entry.ts";
import { badRequest } from "./failure.ts";
import { hashOf } from "./hash.ts";
import { existsFailure } from "./uploads.ts";
import { inParallel, walk } from "./walk.ts";

/** Files that are removed at a time. */
const concurrency = 16;

async function requireFree({ client }: Call, path: string): Promise<void> {
  if ((await client.facts(path, false)) !== null) throw existsFailure(path);
}

/** `mkdir`: a folder by `name`, or several by paths in `dirs[]`, each of which may be there. */
const mkdir: Command = async (call) => {
  const folder = target(call);
  const dirs = call.form.values.getAll("dirs[]");
  if (dirs.length === 0) {
    const path = namedIn(folder, required(call, "name"));
    await requireFree(call, path);
    await call.client.change("mkdir", path);
    return { added: [await existing(call, path)] };
  }
  const hashes: Record<string, string> = {};
  const added = [];
  for (const dir of dirs.slice(0, 10_000)) {
    const path = dir
      .split("/")
      .filter((part) => part !== "")
      .reduce(namedIn, folder);
    if (path === folder) throw badRequest("dirs[]");
    if ((await call.client.facts(path, true)) === null) await call.client.change("mkdir", path);
    hashes[dir] = hashOf(path);
    added.push(await existing(call, path));
  }
  return { added, hashes };
};

const mkfile: Command = async (call) => {
  const path = namedIn(target(call), required(call, "name"));
  await requireFree(call, path);
  await call.client.close(
    await call.client.open(path, openFlag.write | openFlag.create | openFlag.exclusive),
  );
  return { added: [await existing(call, path)] };
};

const rename: Command = async (call) => {
  const from = target(call);
  const to = namedIn(parentOf(from), required(call, "name"));
  if (to === from) return { added: [await existing(call, from)], removed: [] };
  await requireFree(call, to);
  await call.client.rename(from, to);
  return { added: [await existing(call, to)], removed: [hashOf(from)] };
};

/** Removes a file, or a folder with all that is in it; symbolic links are removed, not followed. */
export async function removeAll(call: Call, path: string): Promise<void> {
  const folders: string[] = [];
  await inParallel(walk(call, path), concurrency, async ({ path: found, facts }) => {
    if (facts.kind === "folder") folders.push(found);
    else await call.client.change("remove", found);
  });
  // Each folder came before those in it.
  for (const folder of folders.sort((one, other) => other.length - one.length)) {
    await call.client.change("rmdir", folder);
  }
}

const rm: Command = async (call) => {
  const removed: string[] = [];
  for (const path of targets(call)) {
    await removeAll(call, path);
    removed.push(hashOf(path));
  }
  return { removed };
};

/** `chmod`: octal mode bits. */
const chmod: Command = async (call) => {
  const mode = required(call, "mode");
  if (!/^[0-7]{3,4}$/.test(mode)) throw badRequest("mode");
  return changed(call, writeAttributes({ permissions: Number.parseInt(mode, 8) }));
};

/** `chown` (an addition): numbers of the owner and the group. */
const chown: Command = async (call) => {
  const [user, group] = ["uid", "gid"].map((field) => {
    const value = required(call, field);
    if (!/^\d{1,10}$/.test(value) || Number(value) > 0xffff_ffff) throw badRequest(field);
    return Number(value);
  }) as [number, number];
  return changed(call, writeAttributes({ owner: { user, group } }));
};

async function changed(call: Call, attributes: Buffer): Promise<object> {
  const paths = targets(call);
  for (const path of paths) await call.client.change("setstat", path, attributes);
  return { changed: await Promise.all(paths.map((path) => existing(call, path))) };
}

/** A path beside another, with a number in its name, where nothing is. */
export async function freePath({ client }: Pick<Call, "client">, path: string): Promise<string> {
  for (let count = 1; count < 10_000; count += 1) {
    const free = join(parentOf(path), numbered(baseOf(path), count));
    if ((await client.facts(free, false)) === null) return free;
  }
  throw existsFailure(path);
}

/** Commands that change names and attributes. */
export const changing = { mkdir, mkfile, rename, rm, chmod, chown } as const;
