import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { cache, root } from "./lib/paths.mjs";
import { ensurePeers } from "./lib/peers.mjs";
import { prepare } from "./lib/prepare.mjs";
import { run } from "./lib/run.mjs";
import { readReport, refuseSkips, summary } from "./lib/test-results.mjs";

// npm test: everything it needs, then every suite. Arguments are passed to Vitest (`npm test -- server/src/engine`).
await prepare();
const absent = await ensurePeers();
const results = [];
/** The suites, and the projects of `vitest.config.ts` that one run of each takes. */
const suites = { unit: ["console", "product", "isolated"], bench: ["bench"], e2e: ["e2e"] };
for (const suite of Object.keys(suites)) {
  if (suite === "e2e" && !hasTests(join(root, "e2e"))) continue;
  results.push(await runSuite(suite));
}
const { CI } = process.env;
const allowed = new Set(readAllowedSkips().map(({ name }) => name));
const judged = CI && CI !== "false" ? results.map((result) => refuseSkips(result, allowed)) : results;
for (const sentence of absent) process.stdout.write(`${sentence}\n`);
process.stdout.write(`\n${summary(judged)}`);
process.exitCode = judged.some(({ failed }) => failed.length > 0) ? 1 : 0;

async function runSuite(suite) {
  const folder = join(cache, "test-results");
  const report = join(folder, `${suite}.json`);
  mkdirSync(folder, { recursive: true });
  rmSync(report, { force: true });
  process.stdout.write(`\n== ${suite} ==\n`);
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const projects = suites[suite].flatMap((project) => ["--project", project]);
  const filters = process.argv.slice(2);
  const status = await run(
    process.execPath,
    [vitest, "run", ...projects, "--passWithNoTests", ...reporters, ...filters],
    { cwd: root },
  );
  return readReport(suite, existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : null, status);
}

function hasTests(folder) {
  return (
    existsSync(folder) &&
    readdirSync(folder, { recursive: true }).some((name) => /\.test\.ts$/.test(String(name)))
  );
}

function readAllowedSkips() {
  return JSON.parse(readFileSync(join(root, "scripts/allowed-skips.json"), "utf8"));
}
