import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** A started program and what it has said so far. */
export interface TestProcess {
  readonly child: ChildProcess;
  readonly pid: number;
  output(): string;
  errors(): string;
  /** Resolves with the first match in the standard output; rejects when the program ends without it. */
  until(pattern: RegExp, milliseconds?: number): Promise<RegExpExecArray>;
  /** Resolves when it has ended. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
}

/** Starts a program for a test. */
export function startProcess(
  command: string,
  args: readonly string[],
  options: SpawnOptions = {},
): TestProcess {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], ...options });
  let output = "";
  let errors = "";
  let watchers: (() => void)[] = [];
  let isOver = false;
  const look = () => {
    for (const watcher of watchers) watcher();
  };
  child.stdout?.on("data", (chunk: Buffer) => {
    output += chunk.toString("utf8");
    look();
  });
  child.stderr?.on("data", (chunk: Buffer) => {
    errors += chunk.toString("utf8");
  });
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once("close", (code, signal) => {
      isOver = true;
      resolve({ code, signal });
      look();
    });
  });
  const until = (pattern: RegExp, milliseconds = 30_000) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const finish = (act: () => void) => {
        clearTimeout(timer);
        watchers = watchers.filter((each) => each !== watcher);
        act();
      };
      const fail = (why: string) =>
        finish(() => reject(new Error(`${why} before ${pattern}.\n${output}\n${errors}`)));
      const watcher = () => {
        const match = pattern.exec(output);
        if (match) finish(() => resolve(match));
        else if (isOver) fail("It ended");
      };
      const timer = setTimeout(() => fail("Time ran out"), milliseconds);
      watchers.push(watcher);
      watcher();
    });
  return { child, pid: child.pid ?? 0, output: () => output, errors: () => errors, until, ended };
}

/** Process ids of the direct children of a process (Linux). */
export function childrenOf(pid: number): number[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
      return parent === pid ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}

/** The arguments a process was started with (Linux); empty when it is gone. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
  } catch {
    return "";
  }
}
