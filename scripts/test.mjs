import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { finishTests } from "./lib/finish-tests.mjs";
import { resultsFolder } from "./lib/run-suite.mjs";
import { runTests } from "./lib/run-tests.mjs";
import { readShard, shardFile } from "./lib/shards.mjs";

// npm test: everything it needs, then every suite. Arguments are passed to Vitest (`npm test -- server/src/engine`).
// `--shard 1/3` runs a third and leaves its results for `npm run test:merge`.
const args = process.argv.slice(2);
const shard = readShard(args);
if (shard !== null) forget(shard);
const { runs, absent } = await runTests(args);
if (shard !== null) writeFileSync(join(resultsFolder, shardFile(shard)), JSON.stringify(runs));
process.exitCode = finishTests(runs, { absent }) ? 0 : 1;

/** Removes what this shard left before, and the shards of runs that were divided otherwise. */
function forget(shard) {
  const siblings = new RegExp(`-of-${shard.count}\\.json$`);
  for (const name of existsSync(resultsFolder) ? readdirSync(resultsFolder) : []) {
    const isOld = /^shard-/.test(name) && (name === shardFile(shard) || !siblings.test(name));
    if (isOld) rmSync(join(resultsFolder, name));
  }
}
