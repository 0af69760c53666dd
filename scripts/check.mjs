import citations from "./checks/citations.mjs";
import deadCode from "./checks/dead-code.mjs";
import directions from "./checks/directions.mjs";
import fileLength from "./checks/file-length.mjs";
import formatAndLint from "./checks/format-and-lint.mjs";
import migrations from "./checks/migrations.mjs";
import translations from "./checks/translations.mjs";
import types from "./checks/types.mjs";
import words from "./checks/words.mjs";

/**
 * `npm run check [name …]`: everything that can be said about the code without running it. One line a step;
 * a step that fails shows what it found, and the others run all the same.
 */
const checks = [
  fileLength,
  migrations,
  words,
  citations,
  translations,
  formatAndLint,
  directions,
  deadCode,
  types,
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !checks.some((check) => check.name === name));
if (unknown.length > 0) {
  process.stderr.write(
    `There is no check called ${unknown.join(", ")}. There are: ${checks.map(({ name }) => name).join(", ")}\n`,
  );
  process.exit(2);
}

let failures = 0;
for (const check of checks) {
  if (wanted.length > 0 && !wanted.includes(check.name)) continue;
  const started = performance.now();
  let problems;
  try {
    problems = await check.run();
  } catch (error) {
    problems = [error instanceof Error ? (error.stack ?? error.message) : String(error)];
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const verdict = problems.length === 0 ? "ok" : "FAILED";
  process.stdout.write(`${check.name.padEnd(24)}${verdict.padEnd(8)}${seconds.padStart(6)} s\n`);
  if (problems.length === 0) continue;
  failures += 1;
  process.stdout.write(`${problems.join("\n").replace(/^/gm, "    ")}\n`);
}
process.exit(failures === 0 ? 0 : 1);
