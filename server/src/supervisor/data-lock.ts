import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { identify, isSame, type ProcessIdentity } from "../engine/process/process-identity.ts";
import { StartRefusedError } from "../engine/process/runtime.ts";

const HEARTBEAT = 5_000;
/** How old another machine's last heartbeat must be before its lock counts as left behind. */
const SILENCE = 4 * HEARTBEAT;

interface LockFile {
  readonly host: string;
  readonly supervisor: ProcessIdentity;
  readonly children: readonly ProcessIdentity[];
}

/** The right to run on one data folder. */
export interface DataLock {
  /** Notes the processes that must be gone before somebody else may start, should this one be killed. */
  setChildren(pids: readonly number[]): void;
  release(): void;
}

/**
 * Takes the data folder for this process. A lock left behind by a killed supervisor is taken over, after the
 * processes it had started have ended (they notice on their own; a stuck one is ended).
 *
 * @throws StartRefusedError when another product runs on the folder.
 */
export async function lockDataFolder(folder: string, timeout = 15_000): Promise<DataLock> {
  const path = join(folder, "lock.json");
  let content: LockFile = { host: hostname(), supervisor: identify(process.pid), children: [] };
  while (!tryCreate(path, content)) {
    const text = read(path);
    if (text === null) continue;
    const holder = parse(text);
    if (holder !== null && isHeld(holder, path)) {
      throw new StartRefusedError(
        `SALLYPORT_DATA: ${folder} is in use by another Sallyport (process ${holder.supervisor.pid}` +
          `${holder.host === hostname() ? "" : ` on ${holder.host}`}). Stop it, or choose another folder.`,
      );
    }
    if (holder?.host === hostname()) await untilGone(holder.children, timeout);
    removeStale(path, text);
  }
  const beat = setInterval(() => {
    try {
      utimesSync(path, new Date(), new Date());
    } catch {
      // The folder has gone; whatever needs it says so better.
    }
  }, HEARTBEAT);
  beat.unref();
  return {
    setChildren: (pids) => {
      content = { ...content, children: pids.map(identify) };
      replace(path, content);
    },
    release: () => {
      clearInterval(beat);
      rmSync(path, { force: true });
    },
  };
}

/** Creates the lock whole or not at all: a link either is made or exists already. */
function tryCreate(path: string, content: LockFile): boolean {
  const draft = writeDraft(path, content);
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function replace(path: string, content: LockFile): void {
  renameSync(writeDraft(path, content), path);
}

function writeDraft(path: string, content: LockFile): string {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(content));
  return draft;
}

function read(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

function parse(text: string): LockFile | null {
  try {
    return JSON.parse(text) as LockFile;
  } catch {
    return null;
  }
}

function isHeld(holder: LockFile, path: string): boolean {
  if (holder.host === hostname()) return isSame(holder.supervisor);
  // Another machine or container: its processes cannot be seen, only whether it still beats.
  return Date.now() - statSync(path).mtimeMs < SILENCE;
}

async function untilGone(children: readonly ProcessIdentity[], timeout: number): Promise<void> {
  const deadline = Date.now() + timeout;
  while (children.some(isSame)) {
    if (Date.now() > deadline) {
      for (const child of children) if (isSame(child)) process.kill(child.pid, "SIGKILL");
    }
    await sleep(50);
  }
}

/** Moves the lock aside and looks again at what it was: another process may have taken it over meanwhile. */
function removeStale(path: string, expected: string): void {
  const aside = `${path}.${process.pid}.stale`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  if (read(aside) !== expected) {
    try {
      linkSync(aside, path);
    } catch {
      // Somebody else holds a lock again.
    }
  }
  rmSync(aside, { force: true });
}
