import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newDataFolder, removeDataFolder } from "../../e2e/support/data-folder.ts";
import { copyPrepared } from "../../e2e/support/prepared.ts";
import { adminPassword, type Product, startProduct } from "../../e2e/support/product.ts";
import { buildDataset } from "./build.ts";
import { createCommands } from "./commands.ts";
import type { Dataset, SnapshotSizes } from "./dataset.ts";

const repository = join(import.meta.dirname, "../..");
const store = join(repository, ".cache/bench");

/** A product that holds the dataset, and one that holds many commands. */
export const snapshotNames = ["dataset", "commands"] as const;

export type SnapshotName = (typeof snapshotNames)[number];

/** A product on a copy of the dataset. */
export interface DatasetProduct {
  readonly product: Product;
  readonly dataset: Dataset;
}

/** A product with many commands. */
export interface CommandsProduct {
  readonly product: Product;
  /** When the newest of them was executed, in ISO 8601. */
  readonly newest: string;
}

/**
 * Data folders of stopped products, built once, kept in `.cache/bench`, and copied for each product that is
 * measured: a copy takes a second where the dataset takes half a minute. They are built again when the migrations,
 * what builds them or the sizes change.
 */
export class Snapshots {
  readonly #sizes: SnapshotSizes;
  readonly #folder: string;

  constructor(sizes: SnapshotSizes) {
    this.#sizes = sizes;
    this.#folder = join(store, `${sourceKey()}-${hashOf(JSON.stringify(sizes))}`);
  }

  /** Whether a snapshot is there already. */
  has(name: SnapshotName): boolean {
    return existsSync(join(this.#folder, name));
  }

  /** Builds a snapshot if it is not there yet. */
  async build(name: SnapshotName): Promise<void> {
    if (this.has(name)) return;
    removeOutdated();
    const { dataFolder } = await copyPrepared("installed");
    const unfinished = join(this.#folder, `${name}.${process.pid}.unfinished`);
    try {
      const product = await startProduct({ dataFolder });
      let contents: Dataset | string;
      try {
        contents = await this.#fill(name, product);
      } finally {
        await product.stop();
      }
      refuseForeignDatabase(dataFolder);
      mkdirSync(unfinished, { recursive: true, mode: 0o700 });
      copy(dataFolder, join(unfinished, "data"));
      writeFileSync(join(unfinished, "contents.json"), JSON.stringify(contents));
      renameSync(unfinished, join(this.#folder, name));
    } finally {
      rmSync(unfinished, { recursive: true, force: true });
      removeDataFolder(dataFolder);
    }
  }

  #fill(name: SnapshotName, product: Product): Promise<Dataset | string> {
    return name === "dataset"
      ? buildDataset(product, this.#sizes.dataset)
      : createCommands(product, this.#sizes.commands);
  }

  /** Starts a product on a copy of the dataset of its own. The caller disposes of it. @param environment further variables */
  async startDataset(environment: Readonly<Record<string, string>> = {}): Promise<DatasetProduct> {
    const product = await this.#start("dataset", environment);
    return { product, dataset: this.#contents("dataset") as Dataset };
  }

  /** Starts a product with many commands. The caller disposes of it. */
  async startCommands(): Promise<CommandsProduct> {
    const product = await this.#start("commands", {});
    return { product, newest: this.#contents("commands") as string };
  }

  #contents(name: SnapshotName): unknown {
    return JSON.parse(readFileSync(join(this.#folder, name, "contents.json"), "utf8"));
  }

  async #start(name: SnapshotName, environment: Readonly<Record<string, string>>): Promise<Product> {
    await this.build(name);
    const dataFolder = newDataFolder();
    try {
      copy(join(this.#folder, name, "data"), dataFolder);
      const product = await startProduct({ dataFolder, environment });
      const dispose = async (): Promise<void> => {
        await product.stop();
        removeDataFolder(dataFolder);
      };
      return { ...product, dispose };
    } catch (error) {
      removeDataFolder(dataFolder);
      throw error;
    }
  }
}

/** Copies of a folder whose database lies elsewhere would share that database. */
function refuseForeignDatabase(dataFolder: string): void {
  if (existsSync(join(dataFolder, "postgres/location")))
    throw new Error(
      `The database's account cannot enter ${dataFolder}. Set TMPDIR to a folder that everybody may enter.`,
    );
}

/** Owners and rights included: the database refuses a folder that is not its account's own. */
function copy(from: string, to: string): void {
  execFileSync("cp", ["-a", "--reflink=auto", from, to]);
  // What is still to be written would be written while something is measured.
  execFileSync("sync", ["-f", to]);
}

/** Removes what other sources built; other sizes of the same sources stay. */
function removeOutdated(): void {
  if (!existsSync(store)) return;
  const key = sourceKey();
  for (const name of readdirSync(store))
    if (!name.startsWith(key)) rmSync(join(store, name), { recursive: true, force: true });
}

/** One hash over whatever decides what is in a snapshot. */
function sourceKey(): string {
  const folders = [join(repository, "server/migrations"), import.meta.dirname];
  const files = folders.flatMap((folder) =>
    readdirSync(folder)
      .sort()
      .map((name) => join(folder, name)),
  );
  const lock = JSON.parse(readFileSync(join(repository, "server/package.json"), "utf8"));
  return hashOf(
    JSON.stringify([
      adminPassword,
      lock.optionalDependencies,
      ...files.map((file) => readFileSync(file, "utf8")),
    ]),
  );
}

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 12);
