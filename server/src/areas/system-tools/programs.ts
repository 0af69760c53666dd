import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";
import { type Message, withParameters } from "../../engine/i18n/index.ts";
import type { JsonObject } from "../../engine/json.ts";
import { machine, type ToolLimits, type ToolLines } from "./tool-limits.ts";
import { text } from "./tool-texts.ts";
import { ToolRefused } from "./way.ts";

/** Most characters of a line, and of what a program says is wrong. */
const longestLine = 500;

/** A program of this server at work. */
export interface RunningProgram {
  /** Whether it says something like this of itself, beside its lines, before it ends. */
  remarked(pattern: RegExp): Promise<boolean>;
  /**
   * Its lines, to its end. It is ended when nobody reads them any more.
   *
   * @param explain what is told when it ends with an error, from what it remarked; null: nothing beside its lines
   * @throws ToolRefused where it is not installed, and with what `explain` says
   */
  lines(explain?: (remarks: string) => Message | null): AsyncGenerator<string>;
}

/** Starts a program, without a shell. */
export function startProgram(name: string, given: readonly string[], signal: AbortSignal): RunningProgram {
  signal.throwIfAborted();
  const program = spawn(name, given, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env.PATH ?? "/usr/bin:/bin", LC_ALL: "C" },
    signal,
  });
  let remarks = "";
  program.stderr.on("data", (data: Buffer) => {
    remarks = `${remarks}${data.toString("latin1")}`.slice(-longestLine);
  });
  // Kept until somebody reads: what a program says before would be lost with its end.
  const output = program.stdout.pipe(new PassThrough());
  const ended = new Promise<NodeJS.ErrnoException | null>((resolve) => {
    program.once("error", (error) => {
      program.stdout.unpipe(output);
      output.end();
      resolve(error);
    });
    program.once("close", () => resolve(null));
  });
  return {
    remarked: (pattern) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (pattern.test(remarks)) resolve(true);
        };
        program.stderr.on("data", look);
        ended.then(() => resolve(false));
        look();
      }),
    lines: async function* (explain = () => null) {
      try {
        for await (const line of createInterface({ input: output })) yield line.slice(0, longestLine);
        const error = await ended;
        if (error?.code === "ENOENT")
          throw new ToolRefused(withParameters(text.noProgram, { program: name }));
        if (error !== null) throw error;
        if (program.exitCode === 0 || signal.aborted) return;
        const explained = explain(remarks);
        if (explained !== null) throw new ToolRefused(explained);
      } finally {
        program.kill();
      }
    },
  };
}

/** Five echoes. */
export async function* ping(request: JsonObject, limits: ToolLimits): ToolLines {
  const { address } = await machine(request, limits);
  // The address is one by now: no text of the request is an argument of the program.
  yield* startProgram("ping", ["-n", "-c", "5", "-W", "3", "-s", "64", address], limits.signal).lines();
}

/** The routers on the way. */
export async function* traceroute(request: JsonObject, limits: ToolLimits): ToolLines {
  const { address } = await machine(request, limits);
  const given = ["-n", "-q", "2", "-w", "2", "-m", "30", address];
  yield* startProgram("traceroute", given, limits.signal).lines();
}
