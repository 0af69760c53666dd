import { join } from "node:path";
import { finishTests } from "./lib/finish-tests.mjs";
import { environmentOn, findOtherNodes } from "./lib/other-nodes.mjs";
import { root } from "./lib/paths.mjs";
import { runMeasured } from "./lib/run-measured.mjs";
import { runTests } from "./lib/run-tests.mjs";

// What .ci/run runs: install, check, test, each in spite of what failed before except for the packages. Says at the end
// what each part took; the last line is the tests' count.
const parts = [];
const leaningOnNode = ["server/src/engine", "server/src/transport", "server/src/supervisor", "e2e/start"];
if (!(await part("install", "scripts/install.mjs"))) {
  process.stdout.write("The packages could not be installed.\n0 passed, 1 failed\n");
  process.exit(1);
}
const isChecked = await part("check", "scripts/check.mjs");
if (!isChecked) process.stdout.write("npm run check FAILED, see above.\n");
const isRunning = await testOtherNodes();
process.stdout.write("\n== test\n");
const { runs, absent } = await runTests([]);
const isTested = finishTests(runs, { absent, earlier: parts });
process.exit(isChecked && isRunning && isTested ? 0 : 1);

/**
 * On each supported Node that is installed beside this one, the tests of what leans on Node itself: sockets, TLS,
 * streams, processes, a first start. The others run once, on this one.
 */
async function testOtherNodes() {
  const { found, absent } = findOtherNodes(process.env, process.versions.node);
  let isPassed = true;
  for (const { version, program } of found) {
    const name = `test on Node ${version}`;
    const env = environmentOn(program, join(root, ".cache/nodes", version), process.env);
    const isGood = await part(name, "scripts/test.mjs", { node: program, args: leaningOnNode, env });
    if (!isGood) process.stdout.write(`${name} FAILED, see above.\n`);
    isPassed &&= isGood;
  }
  for (const major of absent)
    process.stdout.write(`Node ${major} is not installed: nothing was run on it.\n`);
  return isPassed;
}

async function part(name, script, { node = process.execPath, args = [], env = process.env } = {}) {
  process.stdout.write(`\n== ${name}\n`);
  const { status, cost } = await runMeasured(name, node, [join(root, script), ...args], {
    cwd: root,
    env,
  });
  parts.push(cost);
  return status === 0;
}
