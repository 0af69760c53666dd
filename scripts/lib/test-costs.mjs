/**
 * CPU seconds of one test file, as scripts/vitest/file-cost.mjs notes them, brought to the pace of the machine on which the
 * limits were set (scripts/lib/machine-pace.mjs).
 * @typedef {{ file: string, seconds: number }} FileCost
 */

/**
 * A file that may take more than the others, and why.
 * @typedef {{ file: string, seconds: number, reason: string }} BudgetEntry
 */

/** CPU seconds a file may take that does not stand in scripts/test-budget.json. */
export const LIMIT = 60;

const SHOWN = 20;

const WHAT_IS_MEASURED =
  "a file in a process of its own counts with all that it starts; in a thread, the thread's own time; at the pace of the budget";

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
  const row = (name, cpu, wall, pace) =>
    `  ${name.padEnd(16)}${cpu.padStart(9)}${wall.padStart(9)}${pace.padStart(9)}`.trimEnd();
  const lines = [row("part", "CPU s", "wall s", "slowed")];
  for (const { name, cpuSeconds, wallSeconds, slowness } of [...parts, together]) {
    const slowed = slowness === undefined ? "" : `${slowness.toFixed(2)} ×`;
    lines.push(row(name, cpuSeconds.toFixed(0), wallSeconds.toFixed(0), slowed));
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
 * Files over their budget.
 * @param {readonly FileCost[]} files
 * @param {readonly BudgetEntry[]} budget
 * @returns {string[]} sentences
 */
export function overBudget(files, budget) {
  const entries = new Map(budget.map((entry) => [entry.file, entry]));
  return files.flatMap(({ file, seconds }) => {
    const allowed = entries.get(file)?.seconds ?? LIMIT;
    if (seconds <= allowed) return [];
    return [
      `${file} took ${seconds.toFixed(0)} CPU seconds and may take ${allowed} (scripts/test-budget.json): make it cheaper, or take it apart`,
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
