import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from "node:fs";
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
 * @param {{ isBeside?: boolean }} [options] `isBeside`: another suite runs at the same time and prints; what this one
 *   prints is kept until `printLog` is called
 * @returns {Promise<SuiteRun & { report: object | null, printLog: () => void }>} with Vitest's JSON report
 */
export async function runSuite(suite, args, { isBeside = false } = {}) {
  const path = join(resultsFolder, `${suite}.json`);
  const notes = join(resultsFolder, `${suite}-costs.ndjson`);
  const log = join(resultsFolder, `${suite}.log`);
  mkdirSync(resultsFolder, { recursive: true });
  for (const old of [path, notes, log]) rmSync(old, { force: true });
  const title = `\n== ${suite} ==\n`;
  if (!isBeside) process.stdout.write(title);
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${path}`];
  const kept = isBeside ? openSync(log, "w") : null;
  const { status, cost } = await runMeasured(
    suite,
    process.execPath,
    [vitest, "run", "--project", suite, "--passWithNoTests", ...reporters, ...args],
    {
      cwd: root,
      env: { ...process.env, SALLYPORT_TEST_COSTS: notes },
      ...(kept === null ? {} : { stdio: ["ignore", kept, kept] }),
    },
  );
  if (kept !== null) closeSync(kept);
  const report = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : null;
  return {
    result: readReport(suite, report, status),
    cost,
    files: readCosts(notes),
    report,
    printLog: () => isBeside && process.stdout.write(title + readFileSync(log, "utf8")),
  };
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
