import { ensurePeers } from "./peers.mjs";
import { prepare } from "./prepare.mjs";
import { runSuite } from "./run-suite.mjs";
import { steps } from "./test-suites.mjs";

/**
 * Brings the checkout to where its tests can run, and runs every suite.
 * @param {readonly string[]} args passed on to Vitest
 * @param {{ beside?: () => Promise<unknown> }} [options] `beside`: what else is to run beside the first step, and prints
 *   as it runs
 * @returns {Promise<{ runs: import("./run-suite.mjs").SuiteRun[], absent: string[] }>} `absent`: peers that could not
 *   be installed, as sentences
 */
export async function runTests(args, { beside } = {}) {
  // One computes, the other mostly waits for downloads.
  const [absent] = await Promise.all([ensurePeers(), prepare()]);
  const [first, ...others] = steps;
  const runs = await runStep(first, args, beside);
  for (const step of others) runs.push(...(await runStep(step, args)));
  return { runs, absent };
}

/**
 * Without `beside`, the first suite prints as it runs. What the others say is read after it, each in one piece.
 * @param {readonly string[]} step
 * @param {readonly string[]} args
 * @param {() => Promise<unknown>} [beside]
 */
async function runStep(step, args, beside) {
  const printing = beside?.();
  const ended = step.map((suite, at) => runSuite(suite, args, { isBeside: at > 0 || beside !== undefined }));
  await printing;
  const runs = [];
  for (const end of ended) {
    const { report: _, printLog, ...run } = await end;
    printLog();
    runs.push(run);
  }
  return runs;
}
