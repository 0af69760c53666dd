import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { ConnectionOptions } from "../connection.ts";
import { type Binaries, installBinaries } from "./binaries.ts";
import { initializeCluster } from "./initialize.ts";
import { databaseFolder, socketFolder } from "./location.ts";
import { databaseOwner, type Owner } from "./owner.ts";
import { type DatabasePassword, databasePassword } from "./password.ts";
import { isAlive, readPostmaster, removeStalePidFile, servesFolder, stopPostmaster } from "./postmaster.ts";
import { isProtected, protectCluster } from "./protect.ts";

const PORT = 5432;
const USER = "sallyport";
const LOG_LIMIT = 20 * 1024 * 1024;

/** What to start. */
export interface EmbeddedOptions {
  /** The product's data folder; the server keeps everything in `postgres` below it. */
  readonly dataFolder: string;
  /** Folder with the system's own `initdb` and `postgres`, instead of the packaged ones. */
  readonly binariesFolder?: string | null;
  /** Milliseconds a start may take, crash recovery included. */
  readonly startTimeout?: number;
  /** Gives up durability for speed. For databases that tests throw away. */
  readonly disposable?: boolean;
}

/** A running embedded server. */
export interface EmbeddedServer {
  readonly connection: ConnectionOptions;
  readonly pid: number;
  /** The folder everything is in; `<data>/postgres` unless root's data folder could not be entered. */
  readonly folder: string;
  /** A server that had survived an earlier supervisor was taken over. */
  readonly adopted: boolean;
  /** Resolves when the server ends, for whatever reason. */
  readonly exited: Promise<void>;
  /** Fast shutdown, then harder ones; resolves when the process is gone. */
  stop(): Promise<void>;
}

/** The embedded server did not start; the message says why and where its log is. */
export class EmbeddedStartError extends Error {
  override readonly name = "EmbeddedStartError";
}

/**
 * Starts PostgreSQL for one data folder, or takes over the one that still runs on it. The first start copies
 * the server beside the data and creates the cluster. It listens on a Unix socket only, in a folder that only
 * its own account (and root) may enter, and asks for the password of `<data>/database.password`.
 *
 * @throws BinariesMissingError, EmbeddedStartError
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const owner = databaseOwner();
  const folder = databaseFolder(options.dataFolder, owner);
  const binaries = options.binariesFolder
    ? { binFolder: options.binariesFolder, version: "system" }
    : await installBinaries(folder, owner);
  const data = join(folder, "data");
  if (!existsSync(data)) {
    await initializeCluster({ binaries, folder, owner, user: USER, sync: !options.disposable });
  }
  refuseOtherMajor(binaries, data);
  const password = databasePassword(options.dataFolder);
  const server =
    (await adopt(folder, data, binaries, password.value)) ??
    (await start({ folder, data, binaries, owner, password }, options));
  await ensureDatabase(server.connection);
  return server;
}

/** A data folder belongs to one major version; a later one cannot open it. */
function refuseOtherMajor(binaries: Binaries, data: string): void {
  const major = readFileSync(join(data, "PG_VERSION"), "utf8").trim();
  if (binaries.version === "system" || binaries.version.split(".")[0] === major) return;
  throw new EmbeddedStartError(
    `${data} was made by PostgreSQL ${major}, and this version of Sallyport brings PostgreSQL ` +
      `${binaries.version}. Nothing was changed; start the version that made it.`,
  );
}

async function adopt(
  folder: string,
  data: string,
  binaries: Binaries,
  password: string,
): Promise<EmbeddedServer | null> {
  const running = readPostmaster(data);
  if (running === null || !servesFolder(running.pid, data)) return null;
  const connection = connectionTo(running.socketFolder, password);
  const usable =
    isProtected(data) && isSameBinary(data, binaries) && (await answer(connection)) === "answers";
  if (!usable) {
    await stopPostmaster(running.pid);
    return null;
  }
  const { pid } = running;
  const ended = whenGone(pid);
  return { connection, pid, folder, adopted: true, exited: ended, stop: () => stopPostmaster(pid) };
}

/** `postmaster.opts` holds the command line; another version's server is stopped instead of adopted. */
function isSameBinary(data: string, binaries: Binaries): boolean {
  try {
    return readFileSync(join(data, "postmaster.opts"), "utf8").startsWith(
      join(binaries.binFolder, "postgres"),
    );
  } catch {
    return false;
  }
}

interface Cluster {
  readonly folder: string;
  readonly data: string;
  readonly binaries: Binaries;
  readonly owner: Owner | null;
  readonly password: DatabasePassword;
}

async function start(cluster: Cluster, options: EmbeddedOptions): Promise<EmbeddedServer> {
  const { folder, data, binaries, owner } = cluster;
  const password = cluster.password.value;
  await removeStalePidFile(data);
  const protect = () => protectCluster({ binaries, data, owner, user: USER, password });
  if (cluster.password.isNew || !isProtected(data)) await protect();
  const socket = socketFolder(folder, owner);
  const connection = connectionTo(socket.path, password);
  const logFile = join(folder, "postgres.log");
  const deadline = Date.now() + (options.startTimeout ?? 120_000);
  const removeSocketFolder = () => {
    if (socket.temporary) rmSync(socket.path, { recursive: true, force: true });
  };
  for (let attempt = 0; ; attempt++) {
    const from = rotate(logFile);
    const child = spawnServer(binaries, data, socket.path, logFile, owner, options.disposable === true);
    const failure = await waitUntilAnswering(child, connection, deadline);
    if (failure === null && child.pid !== undefined) {
      const { pid } = child;
      const exited = new Promise<void>((resolve) => child.once("exit", () => resolve())).then(
        removeSocketFolder,
      );
      const stop = () => stopPostmaster(pid).then(removeSocketFolder);
      return { connection, pid, folder, adopted: false, exited, stop };
    }
    // The password file is that of another cluster: one of the two was put back from a copy.
    if (failure === wrongPassword && attempt === 0) {
      await protect();
      continue;
    }
    const said = logSince(logFile, from);
    // A killed server's shared memory or lock file can linger for a moment.
    if (
      /pre-existing shared memory|lock file .* already exists/.test(said) &&
      attempt < 50 &&
      Date.now() < deadline
    ) {
      await sleep(200);
      continue;
    }
    removeSocketFolder();
    throw new EmbeddedStartError(
      `The embedded database did not start: ${failure ?? "unknown reason"}. ${lastLines(said)}Its log is ${logFile}.`,
    );
  }
}

function spawnServer(
  binaries: Binaries,
  data: string,
  socketPath: string,
  logFile: string,
  owner: Owner | null,
  disposable: boolean,
): ChildProcess {
  const settings = [
    "listen_addresses=",
    `port=${PORT}`,
    "unix_socket_permissions=0700",
    "ssl=off",
    "max_connections=100",
    "shared_buffers=64MB",
    // What a search finds in a log of millions is kept row by row: by the page, each row of it would be looked at again.
    "work_mem=32MB",
    "timezone=UTC",
    "log_timezone=UTC",
    "jit=off",
    ...(disposable
      ? [
          "fsync=off",
          "synchronous_commit=off",
          "full_page_writes=off",
          "max_connections=300",
          "file_copy_method=clone",
        ]
      : []),
  ];
  const output = openSync(logFile, "a", 0o600);
  try {
    return spawn(
      join(binaries.binFolder, "postgres"),
      ["-D", data, "-k", socketPath, ...settings.flatMap((setting) => ["-c", setting])],
      // Its own session: a Ctrl-C in the terminal must reach the supervisor only, which stops the database last.
      {
        detached: true,
        stdio: ["ignore", output, output],
        env: { LC_ALL: "C", PATH: process.env.PATH ?? "" },
        cwd: data,
        ...(owner ?? {}),
      },
    );
  } finally {
    closeSync(output);
  }
}

async function waitUntilAnswering(
  child: ChildProcess,
  connection: ConnectionOptions,
  deadline: number,
): Promise<string | null> {
  let failure: string | null = null;
  child.once("error", (error) => {
    failure = error.message;
  });
  child.once("exit", (code, signal) => {
    failure ??= `it ended with ${signal ?? `status ${code}`}`;
  });
  while (failure === null) {
    const heard = await answer(connection);
    if (heard === "answers") return null;
    if (heard === wrongPassword || Date.now() > deadline) {
      if (child.pid !== undefined) await stopPostmaster(child.pid, 1_000);
      return heard === wrongPassword ? wrongPassword : "it did not answer in time";
    }
    await sleep(15);
  }
  return failure;
}

function connectionTo(host: string, password: string): ConnectionOptions {
  return { host, port: PORT, user: USER, database: USER, password };
}

const wrongPassword = "it refused the password";

async function answer(connection: ConnectionOptions): Promise<"answers" | "silent" | typeof wrongPassword> {
  const client = new pg.Client({ ...connection, database: "postgres", connectionTimeoutMillis: 3_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return "answers";
  } catch (error) {
    return (error as { code?: string } | null)?.code === "28P01" ? wrongPassword : "silent";
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function ensureDatabase(connection: ConnectionOptions): Promise<void> {
  const client = new pg.Client({ ...connection, database: "postgres" });
  client.on("error", () => undefined);
  await client.connect();
  try {
    const found = await client.query("select 1 from pg_database where datname = $1", [USER]);
    if (found.rowCount === 0) await client.query(`create database ${USER}`);
  } finally {
    await client.end();
  }
}

async function whenGone(pid: number): Promise<void> {
  while (isAlive(pid)) await sleep(500, undefined, { ref: false });
}

/** Keeps one earlier log; answers the length of the current one. */
function rotate(logFile: string): number {
  if (!existsSync(logFile)) return 0;
  const { size } = statSync(logFile);
  if (size < LOG_LIMIT) return size;
  renameSync(logFile, join(logFile, "..", `${basename(logFile)}.1`));
  return 0;
}

function logSince(logFile: string, from: number): string {
  return existsSync(logFile) ? readFileSync(logFile).subarray(from).toString("utf8") : "";
}

function lastLines(text: string): string {
  const lines = text
    .split("\n")
    .filter((line) => line.trim() !== "" && !/database system is shut down/.test(line));
  return lines.length === 0 ? "" : `${lines.slice(-3).join(" ").trim()} `;
}
