import { ensurePeers } from "./peers.mjs";
import { prepare } from "./prepare.mjs";
import { runSuite } from "./run-suite.mjs";
import { steps } from "./test-suites.mjs";

/**
 * Brings the checkout to where its tests can run, and runs every suite.
 * @param {readonly string[]} args passed on to Vitest
 * @returns {Promise<{ runs: import("./run-suite.mjs").SuiteRun[], absent: string[] }>} `absent`: peers that could not
 *   be installed, as sentences
 */
export async function runTests(args) {
  await prepare();
  const absent = await ensurePeers();
  const runs = [];
  for (const step of steps) runs.push(...(await runStep(step, args)));
  return { runs, absent };
}

/** The first suite prints as it runs; what the others say is read after it, each in one piece. */
async function runStep([first, ...others], args) {
  const ended = [runSuite(first, args), ...others.map((suite) => runSuite(suite, args, { isBeside: true }))];
  const runs = [];
  for (const end of ended) {
    const { report: _, printLog, ...run } = await end;
    printLog();
    runs.push(run);
  }
  return runs;
}
