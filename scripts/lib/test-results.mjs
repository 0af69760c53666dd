import { stripVTControlCharacters } from "node:util";

/** Lines of a failure's message that the summary repeats: the rest stands where the test ran. */
const reasonLines = 12;

/**
 * The outcome of one suite. `failed` has a line for the name of each failed test, and its reason on the lines below.
 * @typedef {{ suite: string, passed: number, failed: string[], skipped: string[] }} SuiteResult
 */

/**
 * Reads Vitest's JSON report.
 * @param {string} suite
 * @param {{ testResults?: readonly { name: string, status: string, message?: string, assertionResults: readonly { status: string, fullName: string, failureMessages?: readonly string[] | null }[] }[] } | null} report
 *   null when the run ended without one
 * @param {number} exitStatus of the run
 * @returns {SuiteResult}
 */
export function readReport(suite, report, exitStatus) {
  const result = { suite, passed: 0, failed: [], skipped: [] };
  if (report === null) {
    result.failed.push(`${suite}: the run ended with status ${exitStatus} and no report`);
    return result;
  }
  for (const file of report.testResults ?? []) {
    for (const { status, fullName, failureMessages } of file.assertionResults) {
      if (status === "passed") result.passed++;
      else if (status === "failed") result.failed.push(withReason(fullName.trim(), failureMessages?.[0]));
      else result.skipped.push(fullName.trim());
    }
    const hasFailedTest = file.assertionResults.some(({ status }) => status === "failed");
    // A file that does not load, or whose set-up fails, has no failed test to count.
    if (file.status === "failed" && !hasFailedTest)
      result.failed.push(withReason(`${file.name} could not run`, file.message));
  }
  if (exitStatus !== 0 && result.failed.length === 0) {
    result.failed.push(`${suite}: an error outside the tests (status ${exitStatus})`);
  }
  return result;
}

/**
 * What failed, and why: of a long run, whoever mends it often has nothing but the summary.
 * @param {string} name
 * @param {string | undefined} message
 */
function withReason(name, message) {
  const lines = stripVTControlCharacters(message ?? "")
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.includes("node_modules"));
  return [name, ...lines.slice(0, reasonLines).map((line) => `    ${line.slice(0, 300)}`)].join("\n  ");
}

/**
 * Turns skips that nobody allowed into failures.
 * @param {SuiteResult} result
 * @param {ReadonlySet<string>} allowed names of tests
 * @returns {SuiteResult}
 */
export function refuseSkips(result, allowed) {
  const refused = result.skipped.filter((name) => !allowed.has(name));
  return {
    ...result,
    skipped: result.skipped.filter((name) => allowed.has(name)),
    failed: [
      ...result.failed,
      ...refused.map((name) => `${name} (skipped, and not on the list of allowed skips)`),
    ],
  };
}

/**
 * The report's text; its last line is the count.
 * @param {readonly SuiteResult[]} results
 */
export function summary(results) {
  const lines = results.map(
    ({ suite, passed, failed, skipped }) =>
      `${suite}: ${passed} passed, ${failed.length} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ""}`,
  );
  const skipped = results.flatMap((result) => result.skipped);
  const failed = results.flatMap((result) => result.failed);
  if (skipped.length > 0) lines.push("", "Skipped:", ...skipped.map((name) => `  ${name}`));
  if (failed.length > 0) lines.push("", "Failed:", ...failed.map((name) => `  ${name}`));
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const tail = skipped.length > 0 ? `, ${skipped.length} skipped` : "";
  return `${lines.join("\n")}\n\n${passed} passed, ${failed.length} failed${tail}\n`;
}
