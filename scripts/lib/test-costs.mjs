/**
 * CPU seconds of one test file, as scripts/vitest/file-cost.mjs notes them.
 * @typedef {{ file: string, seconds: number }} FileCost
 */

/**
 * A file that takes more than the others, the CPU seconds it usually takes, and why.
 * @typedef {{ file: string, seconds: number, reason: string }} BudgetEntry
 */

/** CPU seconds a file may usually take that does not stand in scripts/test-budget.json. */
export const LIMIT = 60;

/** By how much a file outside the list may exceed the limit: two runs of the same commit differ by up to a third. */
const SPREAD = 1.4;

/**
 * By how much a file of the list may exceed its usual seconds. Those files start whole products and browsers, beside
 * other work or alone: the same commit was seen at 0.7 and at 1.5 times. One that has doubled has changed.
 */
const LISTED_SPREAD = 2;

/** Files of the list that a run needs before it says anything of the machine's pace, and so of its files. */
const SAMPLE = 5;

const SHOWN = 20;

const WHAT_IS_MEASURED =
  "a file in a process of its own counts with all that it starts; in a thread, the thread's own time";

/**
 * Lines about what the parts took and which files are the dearest.
 * @param {readonly import("./run-measured.mjs").PartCost[]} parts
 * @param {readonly FileCost[]} [files]
 */
export function costLines(parts, files = []) {
  const together = {
    name: "together",
    cpuSeconds: parts.reduce((sum, part) => sum + part.cpuSeconds, 0),
    wallSeconds: wallSecondsOf(parts),
  };
  const row = (name, cpu, wall) => `  ${name.padEnd(16)}${cpu.padStart(9)}${wall.padStart(9)}`;
  const lines = [row("part", "CPU s", "wall s")];
  for (const { name, cpuSeconds, wallSeconds } of [...parts, together]) {
    lines.push(row(name, cpuSeconds.toFixed(0), wallSeconds.toFixed(0)));
  }
  if (parts.some(({ isExact }) => !isExact)) {
    lines.push("  No control group could be made: CPU time of what was never waited for is missing.");
  }
  if (files.length === 0) return lines;
  lines.push("", `  The dearest files in CPU seconds (${WHAT_IS_MEASURED}):`);
  const dearest = [...files].sort((a, b) => b.seconds - a.seconds).slice(0, SHOWN);
  for (const { file, seconds } of dearest) lines.push(`${seconds.toFixed(1).padStart(9)}  ${file}`);
  return lines;
}

/** Seconds in which any of the parts ran: some run side by side. Of shards nobody knows when they ran; those are added. */
function wallSecondsOf(parts) {
  let sum = 0;
  let covered = 0;
  const inOrder = parts.toSorted((a, b) => (a.startedAt ?? 0) - (b.startedAt ?? 0));
  for (const { startedAt, wallSeconds } of inOrder) {
    if (startedAt === undefined) sum += wallSeconds;
    else {
      const end = startedAt + wallSeconds;
      sum += Math.max(0, end - Math.max(startedAt, covered));
      covered = Math.max(covered, end);
    }
  }
  return sum;
}

/**
 * How many CPU seconds this run needed for what usually takes one: the median over the files of the list. The same
 * commit takes up to twice as many where cores and memory are shared with busy neighbours, more for what touches fresh
 * memory than for what computes; so the only fair measure is the tests themselves.
 * @param {readonly FileCost[]} files
 * @param {readonly BudgetEntry[]} budget
 * @returns {number | null} at least 1; null where too few files of the list ran to tell
 */
export function paceOf(files, budget) {
  const usual = new Map(budget.map(({ file, seconds }) => [file, seconds]));
  const ratios = files
    .filter(({ file }) => usual.has(file))
    .map(({ file, seconds }) => seconds / usual.get(file))
    .toSorted((a, b) => a - b);
  if (ratios.length < SAMPLE) return null;
  return Math.max(1, ratios[Math.floor(ratios.length / 2)]);
}

/**
 * Files over their budget at the pace of their run. A run of a few files has no pace, and nothing is said of it.
 * @param {readonly FileCost[]} files
 * @param {readonly BudgetEntry[]} budget
 * @returns {string[]} sentences
 */
export function overBudget(files, budget) {
  const pace = paceOf(files, budget);
  if (pace === null) return [];
  const usual = new Map(budget.map(({ file, seconds }) => [file, seconds]));
  return files.flatMap(({ file, seconds }) => {
    const listed = usual.get(file);
    const allowed = (listed === undefined ? LIMIT * SPREAD : listed * LISTED_SPREAD) * pace;
    if (seconds <= allowed) return [];
    return [
      `${file} took ${seconds.toFixed(0)} CPU seconds and may take ${allowed.toFixed(0)} in this run (scripts/test-budget.json): make it cheaper, or take it apart`,
    ];
  });
}

/**
 * What is wrong with the list itself.
 * @param {readonly BudgetEntry[]} budget
 * @param {(file: string) => boolean} exists
 * @returns {string[]} sentences
 */
export function budgetMistakes(budget, exists) {
  return budget.flatMap(({ file, seconds, reason }) => {
    const mistakes = [];
    if (!exists(file)) mistakes.push(`scripts/test-budget.json names ${file}, which does not exist`);
    if (!(seconds > LIMIT))
      mistakes.push(`scripts/test-budget.json: ${file} needs no entry for ${seconds} s`);
    if (!reason) mistakes.push(`scripts/test-budget.json: ${file} has no reason`);
    return mistakes;
  });
}
