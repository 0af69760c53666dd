import { execFileSync } from "node:child_process";
import { readFileSync, readlinkSync, realpathSync } from "node:fs";
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
 * Stops a server: first the fast shutdown (SIGINT: sessions end, everything is written), after `patience`
 * milliseconds the immediate one (SIGQUIT: recovered from the log on the next start).
 */
export async function stopPostmaster(pid: number, patience = 8_000): Promise<void> {
  signal(pid, "SIGINT");
  if (await isGone(pid, patience)) return;
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
