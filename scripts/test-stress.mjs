import { parseArgs } from "node:util";
import { startCpuLoad } from "./lib/cpu-load.mjs";
import { ensurePeers } from "./lib/peers.mjs";
import { prepare } from "./lib/prepare.mjs";
import { runSuite } from "./lib/run-suite.mjs";
import { collectFailures, stressSummary } from "./lib/stress.mjs";
import { suites } from "./lib/test-suites.mjs";

// npm run test:stress [-- --rounds 10 --load 6 path …]: runs tests many times beside processes that use the cores, and
// lists those that ever failed with their first error. Each is a defect of the test or of the product.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "10" },
    load: { type: "string", default: "6" },
  },
});
const rounds = wholeNumber("--rounds", values.rounds, 1);
const load = wholeNumber("--load", values.load, 0);

await prepare();
await ensurePeers();
const failures = new Map();
const endLoad = startCpuLoad(load);
let done = 0;
try {
  for (let round = 1; round <= rounds; round += 1) {
    process.stdout.write(`\n==== round ${round} of ${rounds}, beside a load of ${load} ====\n`);
    for (const suite of suites) {
      const { report, result } = await runSuite(suite, positionals);
      collectFailures(failures, round, report, result);
    }
    done = round;
    process.stdout.write(`\n${stressSummary(failures, done)}`);
  }
} finally {
  endLoad();
}
process.exitCode = failures.size === 0 ? 0 : 1;

function wholeNumber(name, text, least) {
  const number = Number(text);
  if (Number.isInteger(number) && number >= least && number <= 1000) return number;
  process.stderr.write(`${name} takes a whole number from ${least} to 1000, not ${text}\n`);
  process.exit(2);
}
