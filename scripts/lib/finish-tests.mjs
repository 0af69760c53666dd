import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./paths.mjs";
import { budgetMistakes, costLines, overBudget, paceOf } from "./test-costs.mjs";
import { refuseSkips, summary } from "./test-results.mjs";

/**
 * Judges what suites came to, by the lists of allowed skips and of budgets, and prints it; the last line is the count.
 * @param {readonly import("./run-suite.mjs").SuiteRun[]} runs
 * @param {{ absent?: readonly string[], earlier?: readonly import("./run-measured.mjs").PartCost[] }} [more] peers
 *   that could not be installed, as sentences; parts that ran before the tests
 * @returns {boolean} whether everything passed
 */
export function finishTests(runs, { absent = [], earlier = [] } = {}) {
  const { CI } = process.env;
  const allowed = new Set(readList("allowed-skips").map(({ name }) => name));
  const results = runs.map(({ result }) => (CI && CI !== "false" ? refuseSkips(result, allowed) : result));
  const files = runs.flatMap((run) => run.files);
  const budget = readList("test-budget");
  const tooDear = [
    ...budgetMistakes(budget, (file) => existsSync(join(root, file))),
    ...overBudget(files, budget),
  ];
  if (tooDear.length > 0) results.push({ suite: "budget", passed: 0, failed: tooDear, skipped: [] });
  for (const sentence of absent) process.stdout.write(`${sentence}\n`);
  const costs = costLines([...earlier, ...runs.map(({ cost }) => cost)], files);
  const pace = paceOf(files, budget);
  if (pace !== null)
    costs.push(
      "",
      `  The machine's pace: ${pace.toFixed(2)} × the usual CPU seconds of the files of the budget`,
    );
  process.stdout.write(`\n${costs.join("\n")}\n\n${summary(results)}`);
  return results.every(({ failed }) => failed.length === 0);
}

function readList(name) {
  return JSON.parse(readFileSync(join(root, `scripts/${name}.json`), "utf8"));
}
