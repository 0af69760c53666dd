import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { log } from "../../engine/log.ts";
import { killProcessGroup } from "../../engine/process/end-orphans.ts";

/** Megabytes of JavaScript objects a runner may hold, and of everything together. */
const heapMegabytes = 256;
const totalMegabytes = 640;
/** Milliseconds between looks at what a runner uses. */
const lookEvery = 500;
/** Characters kept of what a runner says on its way down. */
const mostLastWords = 2_000;

/** A running runner, as the worker holds it. */
export interface Runner {
  readonly pid: number;
  readonly commands: Writable;
  readonly reports: Readable;
  /** Ends it and everything it started, at once. */
  kill(): void;
  /** Resolves when it is gone, with what it said last. */
  readonly gone: Promise<{ readonly code: number | null; readonly lastWords: string }>;
}

/**
 * Starts a program as a runner: with an empty environment, in an empty folder, in a process group of its own, with no
 * open files but the three pipes, bounded in memory, and allowed to read its own code only. (Root it gives up by
 * itself, as soon as its code is loaded.)
 */
export function startRunner(program: string): Runner {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-runner-"));
  const child = spawn(process.execPath, [...flags(program), program], {
    cwd: folder,
    env: {},
    stdio: ["pipe", "pipe", "pipe"],
    detached: true,
  }) as ChildProcess & { stdin: Writable; stdout: Readable; stderr: Readable };
  let lastWords = "";
  child.stderr.on("data", (chunk: Buffer) => {
    lastWords = (lastWords + chunk.toString("utf8")).slice(-mostLastWords);
  });
  // A pipe whose other end is gone; that it is gone is reported below.
  child.stdin.on("error", () => undefined);
  const { pid = 0 } = child;
  const kill = (): void => (pid === 0 ? undefined : killProcessGroup(pid));
  const watch = pid === 0 ? null : watchMemory(pid, kill);
  const gone = new Promise<{ code: number | null; lastWords: string }>((resolve) => {
    const end = (code: number | null): void => {
      watch?.stop();
      // What it started may still be there.
      kill();
      rmSync(folder, { recursive: true, force: true });
      resolve({ code, lastWords });
    };
    child.once("error", (error) => {
      lastWords = error.message;
      end(null);
    });
    child.once("close", end);
  });
  return { pid, commands: child.stdin, reports: child.stdout, kill, gone };
}

/** What Node is told: to bound the heap, and (in its own words, by version) to open no file but the program's. */
function flags(program: string): string[] {
  const known = process.allowedNodeEnvironmentFlags;
  const permission = known.has("--permission") ? "--permission" : "--experimental-permission";
  return [
    `--max-old-space-size=${heapMegabytes}`,
    "--no-warnings",
    "--disable-proto=delete",
    permission,
    ...readableFolders(program).map((folder) => `--allow-fs-read=${folder}`),
  ];
}

/** Where the program and the packages it may load lie, by every name they have. */
function readableFolders(program: string): string[] {
  const own = dirname(realpathSync(program));
  const folders = new Set([join(own, "*")]);
  for (const path of createRequire(program).resolve.paths("ssh2") ?? []) {
    if (!path.endsWith("node_modules") || !existsSync(path)) continue;
    folders.add(join(path, "*"));
    folders.add(join(realpathSync(path), "*"));
    // Where packages are links, what they lead to.
    const real = join(path, "ssh2");
    if (existsSync(real)) folders.add(join(dirname(realpathSync(real)), "*"));
  }
  // What Node looks at to tell which kind of module a file is.
  for (let folder = own; folder !== dirname(folder); folder = dirname(folder)) {
    folders.add(join(folder, "package.json"));
  }
  return [...folders];
}

/** Ends a runner that takes more memory than it may, where the system tells. */
function watchMemory(pid: number, kill: () => void): { stop(): void } {
  const timer = setInterval(async () => {
    try {
      const pages = Number((await readFile(`/proc/${pid}/statm`, "utf8")).split(" ")[1]);
      if (pages * 4_096 <= totalMegabytes * 1_048_576) return;
      log.warn(
        { runner: pid, megabytes: Math.round((pages * 4_096) / 1_048_576) },
        "a runner took too much memory",
      );
      kill();
    } catch {
      // Gone, or a system that does not tell.
    }
  }, lookEvery).unref();
  return { stop: () => clearInterval(timer) };
}
