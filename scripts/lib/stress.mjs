/**
 * A test that failed at least once.
 * @typedef {{ rounds: number[], error: string }} Failure
 */

/**
 * Adds the failures of a round.
 * @param {Map<string, Failure>} failures by file and name
 * @param {number} round
 * @param {{ testResults?: readonly { name: string, status: string, message?: string, assertionResults: readonly { status: string, fullName: string, failureMessages?: readonly string[] }[] }[] } | null} report
 *   Vitest's JSON report
 * @param {import("./test-results.mjs").SuiteResult} result what was read from it
 */
export function collectFailures(failures, round, report, result) {
  const found = new Map();
  for (const file of report?.testResults ?? []) {
    for (const test of file.assertionResults) {
      if (test.status !== "failed") continue;
      found.set(`${file.name} > ${test.fullName.trim()}`, test.failureMessages?.[0] ?? "");
    }
    const hasFailedTest = file.assertionResults.some(({ status }) => status === "failed");
    if (file.status === "failed" && !hasFailedTest) found.set(file.name, file.message ?? "");
  }
  // Errors outside the tests, and runs without a report.
  if (found.size === 0) for (const sentence of result.failed) found.set(sentence, "");
  for (const [name, error] of found) {
    const known = failures.get(name);
    if (known === undefined) failures.set(name, { rounds: [round], error });
    else known.rounds.push(round);
  }
}

/**
 * The list of what ever failed.
 * @param {ReadonlyMap<string, Failure>} failures
 * @param {number} rounds that were run
 */
export function stressSummary(failures, rounds) {
  if (failures.size === 0) return `${rounds} rounds, nothing failed.\n`;
  const lines = [`${rounds} rounds; these failed:`];
  for (const [name, { rounds: failed, error }] of failures) {
    lines.push("", `  ${name}`, `    in round ${failed.join(", ")}; first error:`);
    lines.push(
      ...error
        .split("\n")
        .slice(0, 8)
        .map((line) => `      ${line}`),
    );
  }
  return `${lines.join("\n")}\n`;
}
