import { spawn } from "node:child_process";
import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Binaries } from "./binaries.ts";
import { makeOwnedFolder, type Owner } from "./owner.ts";

/** What `initializeCluster` needs. */
export interface InitializeOptions {
  readonly binaries: Binaries;
  /** The server's folder; the cluster becomes `data` in it. */
  readonly folder: string;
  readonly owner: Owner | null;
  /** The database superuser to create. */
  readonly user: string;
  /** Whether to wait for the disk. */
  readonly sync: boolean;
}

/**
 * Creates a cluster with `initdb`, in a folder beside its place and renamed when whole, so that an interrupted
 * first start leaves nothing half made.
 * @throws Error with what `initdb` said.
 */
export async function initializeCluster(options: InitializeOptions): Promise<void> {
  const { binaries, folder, owner, user } = options;
  const unfinished = join(folder, "data.unfinished");
  rmSync(unfinished, { recursive: true, force: true });
  makeOwnedFolder(unfinished, owner);
  const switches = [
    `--pgdata=${unfinished}`,
    `--username=${user}`,
    // Nobody, until the password is set.
    "--auth=reject",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--no-instructions",
    ...(options.sync ? [] : ["--no-sync"]),
  ];
  const said: Buffer[] = [];
  const child = spawn(join(binaries.binFolder, "initdb"), switches, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { LC_ALL: "C", PATH: process.env.PATH ?? "", HOME: folder },
    cwd: folder,
    ...(owner ?? {}),
  });
  child.stdout.on("data", (chunk: Buffer) => said.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => said.push(chunk));
  const failure = await new Promise<string | null>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code, signal) => resolve(code === 0 ? null : `ended with ${signal ?? code}`));
  });
  if (failure !== null) {
    const text = Buffer.concat(said).toString("utf8").trim().split("\n").slice(-5).join(" ");
    throw new Error(`The embedded database could not be created (initdb ${failure}): ${text}`);
  }
  renameSync(unfinished, join(folder, "data"));
}
