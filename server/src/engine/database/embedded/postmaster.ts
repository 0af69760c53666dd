import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** What a running server wrote about itself into `postmaster.pid`. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly socketFolder: string;
}

/** Reads `postmaster.pid`; null when there is none or it is not complete yet. */
export function readPostmaster(dataFolder: string): Postmaster | null {
  try {
    const lines = readFileSync(join(dataFolder, "postmaster.pid"), "utf8").split("\n");
    const [pid, , , port, socketFolder] = lines;
    if (!pid || !port || !socketFolder) return null;
    return { pid: Number(pid), port: Number(port), socketFolder };
  } catch {
    return null;
  }
}

/** Whether a process exists (also when it belongs to somebody else). A zombie counts as gone. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  try {
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return true;
  }
}

/**
 * Whether the process really is the server of this data folder. A process id alone may have been given to
 * another program since.
 */
export function servesFolder(pid: number, dataFolder: string): boolean {
  if (!isAlive(pid)) return false;
  const folder = realpathSync(dataFolder);
  if (process.platform === "linux") {
    try {
      // A postmaster's working directory is its data folder.
      return readlinkSync(`/proc/${pid}/cwd`) === folder;
    } catch {
      return false;
    }
  }
  try {
    const command = execFileSync("ps", ["-p", String(pid), "-o", "command="], { encoding: "utf8" });
    return command.includes("postgres") && (command.includes(folder) || command.includes(dataFolder));
  } catch {
    return false;
  }
}

/**
 * Removes a `postmaster.pid` whose process id now belongs to another program (after a crash of the machine, or in
 * a container started again): PostgreSQL would take that program for a running server and refuse to start. Only
 * where the system lets us see that no process of this cluster is left (Linux), and after the last one ended.
 */
export async function removeStalePidFile(dataFolder: string, timeout = 10_000): Promise<void> {
  const noted = readPostmaster(dataFolder);
  if (process.platform !== "linux" || noted === null || !isAlive(noted.pid)) return;
  const folder = realpathSync(dataFolder);
  const deadline = Date.now() + timeout;
  while (workingFolders(statSync(folder).uid).some((each) => each === folder || each === null)) {
    if (Date.now() > deadline) return;
    await sleep(100);
  }
  rmSync(join(dataFolder, "postmaster.pid"), { force: true });
}

/** Working folders of all processes, null where an account's own are hidden: a server works in its data folder. */
function workingFolders(account: number): (string | null)[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      return [readlinkSync(`/proc/${name}/cwd`)];
    } catch (error) {
      const isGone = (error as NodeJS.ErrnoException).code !== "EACCES";
      return isGone || ownerOf(name) !== account ? [] : [null];
    }
  });
}

function ownerOf(pid: string): number | undefined {
  try {
    return statSync(`/proc/${pid}`).uid;
  } catch {
    return undefined;
  }
}

/**
 * Stops a server: first the fast shutdown (SIGINT: sessions end, everything is written), after `timeout`
 * milliseconds the immediate one (SIGQUIT: recovered from the log on the next start).
 */
export async function stopPostmaster(pid: number, timeout = 8_000): Promise<void> {
  signal(pid, "SIGINT");
  if (await isGone(pid, timeout)) return;
  signal(pid, "SIGQUIT");
  if (await isGone(pid, 2_000)) return;
  signal(pid, "SIGKILL");
  await isGone(pid, 2_000);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // Already gone.
  }
}

async function isGone(pid: number, milliseconds: number): Promise<boolean> {
  const deadline = Date.now() + milliseconds;
  while (isAlive(pid)) {
    if (Date.now() > deadline) return false;
    await sleep(10);
  }
  return true;
}
