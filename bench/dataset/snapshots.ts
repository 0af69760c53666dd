import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  adminPassword,
  newDataFolder,
  type Product,
  type ProductOptions,
  removeDataFolder,
  startProduct,
} from "../../e2e/support/product.ts";
import { buildDataset } from "./build.ts";
import type { Dataset, DatasetSizes } from "./dataset.ts";

const repository = join(import.meta.dirname, "../..");
const store = join(repository, ".cache/bench");

/** A product after its first start, and one that also holds the dataset. */
type SnapshotName = "empty" | "dataset";

/** A product on a copy of the dataset. */
export interface DatasetProduct {
  readonly product: Product;
  readonly dataset: Dataset;
}

/**
 * Data folders of stopped products, built once, kept in `.cache/bench`, and copied for each product that is measured: a
 * copy takes a second where a first start takes ten and the dataset a minute. They are built anew when the migrations,
 * what builds them or the sizes change.
 */
export class Snapshots {
  readonly #sizes: DatasetSizes;
  readonly #folder: string;

  constructor(sizes: DatasetSizes) {
    this.#sizes = sizes;
    this.#folder = join(store, `${sourceKey()}-${hashOf(JSON.stringify(sizes))}`);
  }

  /** Builds what is not there yet. */
  async build(): Promise<void> {
    if (existsSync(join(this.#folder, "complete"))) return;
    removeOutdated();
    const unfinished = `${this.#folder}.${process.pid}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    try {
      await this.#buildIn(unfinished);
      rmSync(this.#folder, { recursive: true, force: true });
      renameSync(unfinished, this.#folder);
    } finally {
      rmSync(unfinished, { recursive: true, force: true });
    }
  }

  async #buildIn(folder: string): Promise<void> {
    const dataFolder = newDataFolder();
    try {
      await (await startProduct({ dataFolder })).stop();
      keep(dataFolder, join(folder, "empty"));
      const product = await startProduct({ dataFolder });
      try {
        const dataset = await buildDataset(product, this.#sizes);
        mkdirSync(folder, { recursive: true });
        writeFileSync(join(folder, "dataset.json"), JSON.stringify(dataset));
      } finally {
        await product.stop();
      }
      keep(dataFolder, join(folder, "dataset"));
      writeFileSync(join(folder, "complete"), "");
    } finally {
      removeDataFolder(dataFolder);
    }
  }

  /** Starts a product that nothing was done in yet. Whoever asks for it disposes of it. */
  startEmpty(options: Omit<ProductOptions, "dataFolder"> = {}): Promise<Product> {
    return this.#start("empty", options);
  }

  /** Starts a product on a copy of the dataset of its own. Whoever asks for it disposes of it. */
  async startDataset(): Promise<DatasetProduct> {
    const product = await this.#start("dataset", {});
    return { product, dataset: JSON.parse(readFileSync(join(this.#folder, "dataset.json"), "utf8")) };
  }

  async #start(name: SnapshotName, options: Omit<ProductOptions, "dataFolder">): Promise<Product> {
    await this.build();
    const dataFolder = newDataFolder();
    try {
      copy(join(this.#folder, name), dataFolder);
      const product = await startProduct({ ...options, dataFolder });
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

/** Stores the data folder of a stopped product. */
function keep(dataFolder: string, target: string): void {
  if (existsSync(join(dataFolder, "postgres/location")))
    throw new Error(
      `The database's account cannot enter ${dataFolder}. Set TMPDIR to a folder that everybody may enter.`,
    );
  mkdirSync(join(target, ".."), { recursive: true });
  copy(dataFolder, target);
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
