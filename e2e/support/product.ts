import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { freePort } from "../../server/src/engine/testing/free-port.ts";
import { newDataFolder, removeDataFolder } from "./data-folder.ts";
import { memoryOf, type ProductProcess, processTree } from "./processes.ts";

const main = join(import.meta.dirname, "../../server/dist/main.js");

/** Password of `admin` in every product that tests start. */
export const adminPassword = "Harbour-4-Lantern";

/** How to start the product. */
export interface ProductOptions {
  /** An existing data folder, which is then kept; default a new one, removed at the end. */
  readonly dataFolder?: string;
  readonly httpPort?: number;
  /** Port of the SSH gateway; default a free one. */
  readonly sshPort?: number;
  /** Account to run as, when this is root. Default: this one. */
  readonly account?: { readonly uid: number; readonly gid: number };
  /** The command; default Node with the built server. What npm starts has to be built already. */
  readonly command?: readonly [program: string, ...string[]];
  /** Arguments of the command, for example `--demo`. */
  readonly arguments?: readonly string[];
  /** Further `SALLYPORT_…` variables. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** The built product, running in processes of its own. */
export interface Product {
  readonly url: string;
  readonly httpPort: number;
  readonly sshPort: number;
  readonly dataFolder: string;
  /** Milliseconds from the command to its message that it is ready. */
  readonly startMilliseconds: number;
  /** What it has said on standard output and standard error. */
  said(): string;
  /** The supervisor and everything below it. */
  processes(): ProductProcess[];
  pid(role: "web" | "gateway"): number;
  /** Proportional set size of each process, in bytes, by pid. */
  memory(): Map<number, number>;
  /** Waits until `/api/health/` answers with this state. */
  healthy(): Promise<void>;
  /** Ends it as an operator does, and waits for it. Returns its exit status. */
  stop(): Promise<number | null>;
  /** `kill -9` of every one of its processes, the database's included. */
  killEverything(): Promise<void>;
  /** Stops it if need be and removes the data folder unless it was given. */
  dispose(): Promise<void>;
}

/** The outcome of a start that is expected to fail. */
export interface FailedStart {
  readonly status: number | null;
  readonly said: string;
}

/** Starts `node server/dist/main.js` on a fresh data folder and a random port, and waits until it is ready. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const httpPort = options.httpPort ?? (await freePort());
  const dataFolder = options.dataFolder ?? newDataFolder();
  const started = performance.now();
  const sshPort = options.sshPort ?? (await freePort());
  const { child, said } = launch(dataFolder, { ...options, httpPort, sshPort });
  await untilReady(child, said, options.dataFolder === undefined ? dataFolder : null);
  const startMilliseconds = performance.now() - started;
  const url = `http://127.0.0.1:${httpPort}`;
  const root = child.pid ?? -1;
  const processes = () => processTree(root);
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const gone = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await gone;
    }
    return child.exitCode;
  };
  return {
    url,
    httpPort,
    sshPort,
    dataFolder,
    startMilliseconds,
    said,
    processes,
    pid(role) {
      const found = processes().find((process) => process.role === role);
      if (found === undefined) throw new Error(`there is no ${role} process`);
      return found.pid;
    },
    memory: () => new Map(processes().map(({ pid }) => [pid, memoryOf(pid)])),
    healthy: () => untilHealthy(url),
    stop,
    async killEverything() {
      const gone = new Promise((resolve) => child.once("exit", resolve));
      for (const { pid } of processes()) killHard(pid);
      await gone;
    },
    async dispose() {
      await stop();
      if (options.dataFolder === undefined) removeDataFolder(dataFolder);
    },
  };
}

/** Runs one of the product's commands on a data folder, as an operator does beside the running product. */
export async function runCommand(
  { dataFolder }: Pick<Product, "dataFolder">,
  ...given: string[]
): Promise<void> {
  await promisify(execFile)(process.execPath, [main, ...given], {
    env: { PATH: process.env.PATH, SALLYPORT_DATA: dataFolder },
  });
}

/** Starts it with a configuration that cannot work; waits for it to end. */
export async function failToStart(
  environment: Readonly<Record<string, string>>,
  options: ProductOptions = {},
): Promise<FailedStart> {
  const dataFolder = options.dataFolder ?? newDataFolder();
  const httpPort = options.httpPort ?? (await freePort());
  const { child, said } = launch(dataFolder, { environment, httpPort, sshPort: await freePort() });
  const late = setTimeout(() => child.kill("SIGKILL"), 60_000);
  const status = await new Promise<number | null>((resolve) => child.once("close", resolve));
  clearTimeout(late);
  if (options.dataFolder === undefined) removeDataFolder(dataFolder);
  return { status, said: said() };
}

/** `kill -9`, of a process that may be gone already. */
export function killHard(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It ended by itself.
  }
}

function launch(
  dataFolder: string,
  {
    environment = {},
    account,
    command: [program, ...first] = [process.execPath, main],
    arguments: given = [],
    httpPort,
    sshPort,
  }: ProductOptions & { readonly httpPort: number; readonly sshPort: number },
): { child: ChildProcess; said: () => string } {
  if (!existsSync(main)) throw new Error("The product is not built. Run: npm run build");
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("SALLYPORT_"));
  if (account !== undefined) chownSync(join(dataFolder, ".."), account.uid, account.gid);
  const child = spawn(program, [...first, ...given], {
    ...account,
    ...(account === undefined ? {} : { cwd: join(dataFolder, "..") }),
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...Object.fromEntries(inherited),
      NODE_ENV: "production",
      SALLYPORT_DATA: dataFolder,
      SALLYPORT_HTTP_PORT: String(httpPort),
      SALLYPORT_SSH_PORT: String(sshPort),
      SALLYPORT_ADMIN_PASSWORD: adminPassword,
      // What it has to say about a failure then is beside it.
      SALLYPORT_LOG_OUTPUT: "stderr",
      SALLYPORT_LOG_LEVEL: "warn",
      // Machines are reached when a test says so.
      SALLYPORT_CHECK_NEW_ASSETS: "false",
      ...environment,
    },
  });
  const parts: Buffer[] = [];
  child.stdout?.on("data", (data: Buffer) => parts.push(data));
  child.stderr?.on("data", (data: Buffer) => parts.push(data));
  return { child, said: () => Buffer.concat(parts).toString("utf8") };
}

async function untilReady(child: ChildProcess, said: () => string, disposable: string | null): Promise<void> {
  const isReady = await new Promise<boolean>((resolve) => {
    const late = setTimeout(() => resolve(false), 120_000);
    const settle = (outcome: boolean) => {
      clearTimeout(late);
      resolve(outcome);
    };
    child.stdout?.on("data", () => {
      if (/ is ready\n/.test(said())) settle(true);
    });
    child.once("close", () => settle(false));
  });
  if (isReady) return;
  // With all it started: a database that went on would write into the folder while it is removed.
  const gone = child.exitCode === null && child.signalCode === null ? once(child, "exit") : null;
  for (const { pid } of processTree(child.pid ?? -1)) killHard(pid);
  await gone;
  if (disposable !== null) removeDataFolder(disposable);
  throw new Error(`The product did not start:\n${said()}`);
}

async function untilHealthy(url: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const response = await fetch(`${url}/api/health/`).catch(() => null);
    await response?.arrayBuffer();
    if (response?.ok) return;
    await sleep(100);
  }
  throw new Error("the product does not answer /api/health/ any more");
}
