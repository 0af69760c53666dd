import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "../../server/src/engine/testing/free-port.ts";
import { newDataFolder, removeDataFolder } from "./data-folder.ts";
import { adminPassword, type Product, type ProductOptions, runCommand, startProduct } from "./product.ts";

const cache = join(import.meta.dirname, "../../.cache");
const store = join(cache, "prepared");

/** What a prepared data folder holds: an installation with its administrator, or the demonstration as well. */
export type PreparedKind = "installed" | "demo";

/** A data folder on which the product was started once and stopped cleanly; never started itself, only copied. */
interface PreparedFolder {
  readonly dataFolder: string;
  /** What the product said on that first start: the sign-ins of a demonstration among it. */
  readonly said: string;
}

/** How to start the product on a copy. */
export interface PreparedOptions extends Omit<ProductOptions, "dataFolder" | "arguments" | "account"> {
  /** Default "installed". */
  readonly kind?: PreparedKind;
}

/** A product that runs on a copy of a prepared data folder. */
export interface PreparedProduct extends Product {
  /** What the product said when the folder was prepared. */
  readonly firstSaid: string;
}

/**
 * Starts the product on a copy of a data folder that has its first start behind it: `initdb`, migrations, built-in
 * rows, administrator. The copy is removed with `dispose`. Tests of the first start itself use `startProduct`.
 */
export async function startPrepared(options: PreparedOptions = {}): Promise<PreparedProduct> {
  const { kind = "installed", ...rest } = options;
  const { dataFolder, said } = await copyPrepared(kind);
  try {
    const product = await startProduct({ ...rest, dataFolder, arguments: argumentsOf(kind) });
    return {
      ...product,
      firstSaid: said,
      async dispose() {
        await product.dispose();
        removeDataFolder(dataFolder);
      },
    };
  } catch (error) {
    removeDataFolder(dataFolder);
    throw error;
  }
}

/** A new data folder, to be removed with `removeDataFolder`, with the contents of the prepared one. */
export async function copyPrepared(kind: PreparedKind): Promise<PreparedFolder> {
  const prepared = await prepare(kind);
  const dataFolder = newDataFolder();
  await copy(prepared.dataFolder, dataFolder);
  if (kind === "demo") await moveShell(dataFolder);
  return { ...prepared, dataFolder };
}

/** Gives the demonstration's shell a port of its own: two copies that start at once would take the same one. */
async function moveShell(dataFolder: string): Promise<void> {
  const file = join(dataFolder, "demo/shell.json");
  const access = JSON.parse(readFileSync(file, "utf8"));
  writeFileSync(file, JSON.stringify({ ...access, port: await freePort() }), { mode: 0o600 });
}

/** The prepared folder of this build; made where there is none yet. Safe when several ask at once. */
export async function prepare(kind: PreparedKind): Promise<PreparedFolder> {
  const place = join(store, `${kind}-${keyOf(kind)}`);
  if (!existsSync(place)) await make(kind, place);
  return { dataFolder: join(place, "data"), said: readFileSync(join(place, "said.txt"), "utf8") };
}

/** Removes the folders of other builds and days. */
export function removeOutdated(): void {
  if (!existsSync(store)) return;
  const current = new Set((["installed", "demo"] as const).map((kind) => `${kind}-${keyOf(kind)}`));
  for (const name of readdirSync(store)) {
    if (!current.has(name)) rmSync(join(store, name), { recursive: true, force: true });
  }
}

/** Started in the temporary folder, where the database's own account may enter, and kept in the cache when whole. */
async function make(kind: PreparedKind, place: string): Promise<void> {
  const dataFolder = newDataFolder();
  const draft = `${place}.${process.pid}`;
  try {
    const product = await startProduct({ dataFolder, arguments: argumentsOf(kind) });
    // Else each copy would make its recordings fit to be searched, behind what is tested on it.
    if (kind === "demo") await runCommand(product, "recordings", "index");
    const status = await product.stop();
    if (status !== 0) throw new Error(`The first start ended with ${status}:\n${product.said()}`);
    mkdirSync(draft, { recursive: true, mode: 0o700 });
    await copy(dataFolder, join(draft, "data"));
    writeFileSync(join(draft, "said.txt"), product.said(), { mode: 0o600 });
    renameSync(draft, place);
  } catch (error) {
    // Somebody else was faster.
    if (!existsSync(place)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
    removeDataFolder(dataFolder);
  }
}

function argumentsOf(kind: PreparedKind): readonly string[] {
  return kind === "demo" ? ["--demo"] : [];
}

/** What a prepared folder depends on. The demonstration reports the days before it was made. */
function keyOf(kind: PreparedKind): string {
  const stamp = join(cache, "build-server.hash");
  if (!existsSync(stamp)) throw new Error("The product is not built. Run: npm run build");
  const today = kind === "demo" ? new Date().toISOString().slice(0, 10) : "";
  const parts = [readFileSync(stamp, "utf8"), process.version, process.getuid?.(), adminPassword, today];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 16);
}

/** Copies with owners and modes; without copying the blocks where the file system can share them. */
async function copy(from: string, to: string): Promise<void> {
  await promisify(execFile)("cp", ["-a", "--reflink=auto", from, to]);
}
