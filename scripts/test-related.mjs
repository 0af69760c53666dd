import { spawnSync } from "node:child_process";
import { finishTests } from "./lib/finish-tests.mjs";
import { root } from "./lib/paths.mjs";
import { runTests } from "./lib/run-tests.mjs";

// npm run test:related [-- commit]: the tests that import, however far, what changed since a commit; default is where
// this branch left origin/main, uncommitted changes included. What drives the built product imports none of it: name
// those files yourself (`npm test -- e2e/tree`).
const [given, ...more] = process.argv.slice(2);
const base = given ?? git("merge-base", "HEAD", "origin/main") ?? git("rev-parse", "HEAD");
if (base === null) {
  process.stderr.write("This is no git clone: name the files to test with npm test -- <path>.\n");
  process.exit(2);
}
const { runs } = await runTests(["--changed", base, ...more]);
process.exitCode = finishTests(runs) ? 0 : 1;

function git(...args) {
  const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  return status === 0 ? stdout.trim() : null;
}
