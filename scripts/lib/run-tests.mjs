import { ensurePeers } from "./peers.mjs";
import { prepare } from "./prepare.mjs";
import { runSuite } from "./run-suite.mjs";
import { suites } from "./test-suites.mjs";

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
  for (const suite of suites) {
    const { report: _, ...run } = await runSuite(suite, args);
    runs.push(run);
  }
  return { runs, absent };
}
