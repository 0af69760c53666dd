import { join } from "node:path";
import { finishTests } from "./lib/finish-tests.mjs";
import { root } from "./lib/paths.mjs";
import { runMeasured } from "./lib/run-measured.mjs";
import { runTests } from "./lib/run-tests.mjs";

// What .ci/run runs: install, check, test, each in spite of what failed before except for the packages. Says at the end
// what each part took; the last line is the tests' count.
const parts = [];
if (!(await part("install", "scripts/install.mjs"))) {
  process.stdout.write("The packages could not be installed.\n0 passed, 1 failed\n");
  process.exit(1);
}
const isChecked = await part("check", "scripts/check.mjs");
if (!isChecked) process.stdout.write("npm run check FAILED, see above.\n");
process.stdout.write("\n== test\n");
const { runs, absent } = await runTests([]);
const isTested = finishTests(runs, { absent, earlier: parts });
process.exit(isChecked && isTested ? 0 : 1);

async function part(name, script) {
  process.stdout.write(`\n== ${name}\n`);
  const { status, cost } = await runMeasured(name, process.execPath, [join(root, script)], { cwd: root });
  parts.push(cost);
  return status === 0;
}
