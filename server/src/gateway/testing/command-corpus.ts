import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { CommandExtractor } from "../commands/command-extractor.ts";
import type { ExtractedCommand } from "../commands/command-in-progress.ts";

/** A recorded terminal session, with what its shell's own history says was run. */
export interface CorpusSession {
  readonly name: string;
  readonly shell: string;
  readonly size: { readonly cols: number; readonly rows: number };
  /** The commands, in order. */
  readonly truth: readonly string[];
  /** Output (`o`), input (`i`) and sizes (`r`, `80x24`) as the gateway sees them. */
  readonly events: readonly (readonly ["o" | "i" | "r", string])[];
}

/** How many commands of a session were found. */
export interface CorpusScore {
  readonly right: number;
  readonly found: number;
  readonly run: number;
  /** Commands that were run and not found, and texts found that were not run. */
  readonly missed: readonly string[];
  readonly invented: readonly string[];
}

const tuned = path.join(import.meta.dirname, "command-corpus");

/**
 * The recorded sessions, by name.
 *
 * @param part `tuned`: those the extractor is made with; `held-out`: those it has never been changed for
 */
export async function readCorpus(part: "tuned" | "held-out" = "tuned"): Promise<CorpusSession[]> {
  const folder = part === "tuned" ? tuned : path.join(tuned, part);
  const files = (await readdir(folder)).filter((file) => file.endsWith(".jsonl")).sort();
  return Promise.all(files.map((file) => readSession(path.join(folder, file))));
}

/** Reads one recorded session. */
export async function readSession(file: string): Promise<CorpusSession> {
  const [head = "", ...events] = (await readFile(file, "utf8")).trimEnd().split("\n");
  return { ...JSON.parse(head), events: events.map((line) => JSON.parse(line)) };
}

/**
 * The commands the extractor finds in a recorded session.
 *
 * @param cut longest piece of output at a time, in characters; what a network delivers is cut anywhere
 */
export function extractFrom(session: CorpusSession, cut = Number.POSITIVE_INFINITY): ExtractedCommand[] {
  const commands: ExtractedCommand[] = [];
  let clock = 0;
  const extractor = new CommandExtractor(session.size, {
    onCommand: (command) => commands.push(command),
    now: () => ++clock,
  });
  for (const [kind, data] of session.events) {
    if (kind === "i") extractor.input(data);
    else if (kind === "r") {
      const [cols = 80, rows = 24] = data.split("x").map(Number);
      extractor.resize({ cols, rows });
    } else {
      for (let at = 0; at < data.length; at += cut) extractor.output(data.slice(at, at + cut));
    }
  }
  extractor.close();
  return commands;
}

/**
 * Compares what was found with what was run, in order; only white space may differ. Some shells keep the lines of one
 * pasted text as commands of their own: a found text of several lines that is not in the history counts by its lines.
 */
export function score(session: CorpusSession, commands: readonly ExtractedCommand[]): CorpusScore {
  const run = session.truth.map(plain);
  const found = commands.flatMap(({ input }) =>
    run.includes(plain(input)) ? [plain(input)] : input.split("\n").map(plain),
  );
  const pairs = commonSubsequence(run, found);
  const rightRun = new Set(pairs.map(([at]) => at));
  const rightFound = new Set(pairs.map(([, at]) => at));
  return {
    right: pairs.length,
    found: found.length,
    run: run.length,
    missed: run.filter((_, at) => !rightRun.has(at)),
    invented: found.filter((_, at) => !rightFound.has(at)),
  };
}

/** A command without what its lines and spaces look like; a backslash joins two lines. */
const plain = (text: string): string => text.replace(/\\\n/g, "").replace(/\s+/g, " ").trim();

/** The longest sequence two lists have in common, as pairs of places. */
function commonSubsequence(one: readonly string[], other: readonly string[]): [number, number][] {
  const longest = Array.from({ length: one.length + 1 }, () => new Array<number>(other.length + 1).fill(0));
  const at = (i: number, j: number): number => longest[i]?.[j] ?? 0;
  for (let i = one.length - 1; i >= 0; i -= 1) {
    for (let j = other.length - 1; j >= 0; j -= 1) {
      const row = longest[i] as number[];
      row[j] = one[i] === other[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < one.length && j < other.length; ) {
    if (one[i] === other[j]) pairs.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return pairs;
}

/** How fast output is drawn while every byte of it is looked at, in megabytes a second. */
export function drawingRate(piece: string, pieces: number): number {
  const extractor = new CommandExtractor({ cols: 80, rows: 24 }, { onCommand: () => undefined });
  const draw = (): number => {
    const started = performance.now();
    for (let at = 0; at < pieces; at += 1) extractor.output(piece);
    return (pieces * piece.length) / 1000 / (performance.now() - started);
  };
  // The first turn warms the compiler up.
  draw();
  return draw();
}
