import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { finishTests } from "./lib/finish-tests.mjs";
import { resultsFolder } from "./lib/run-suite.mjs";
import { mergeShards, wholeRun } from "./lib/shards.mjs";

// npm run test:merge [-- folder]: the results of all shards of a run, as one. Default: those in .cache/test-results.
const folder = resolve(process.argv[2] ?? resultsFolder);
try {
  const files = wholeRun(readdirSync(folder));
  const shards = files.map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")));
  process.exitCode = finishTests(mergeShards(shards)) ? 0 : 1;
} catch (error) {
  process.stderr.write(`${folder}: ${error.message}\n`);
  process.exitCode = 1;
}
