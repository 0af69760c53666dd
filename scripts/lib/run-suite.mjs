import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { cache, root } from "./paths.mjs";
import { runMeasured } from "./run-measured.mjs";
import { readReport } from "./test-results.mjs";

/** Where runs leave their reports. */
export const resultsFolder = join(cache, "test-results");

/**
 * What a suite came to.
 * @typedef {object} SuiteRun
 * @property {import("./test-results.mjs").SuiteResult} result
 * @property {import("./run-measured.mjs").PartCost} cost
 * @property {import("./test-costs.mjs").FileCost[]} files
 */

/**
 * Runs one of Vitest's projects.
 * @param {string} suite
 * @param {readonly string[]} args passed on to Vitest
 * @returns {Promise<SuiteRun & { report: object | null }>} with Vitest's JSON report
 */
export async function runSuite(suite, args) {
  const path = join(resultsFolder, `${suite}.json`);
  const notes = join(resultsFolder, `${suite}-costs.ndjson`);
  mkdirSync(resultsFolder, { recursive: true });
  for (const old of [path, notes]) rmSync(old, { force: true });
  process.stdout.write(`\n== ${suite} ==\n`);
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${path}`];
  const { status, cost } = await runMeasured(
    suite,
    process.execPath,
    [vitest, "run", "--project", suite, "--passWithNoTests", ...reporters, ...args],
    { cwd: root, env: { ...process.env, SALLYPORT_TEST_COSTS: notes } },
  );
  const report = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : null;
  return { result: readReport(suite, report, status), cost, files: readCosts(notes), report };
}

/** The lines that scripts/vitest/file-cost.mjs noted. */
function readCosts(notes) {
  if (!existsSync(notes)) return [];
  const lines = readFileSync(notes, "utf8").split("\n");
  return lines
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line))
    .map(({ file, seconds }) => ({ file: relative(root, file), seconds }));
}
