import audit from "./checks/audit.mjs";
import citations from "./checks/citations.mjs";
import coverage from "./checks/coverage.mjs";
import deadCode from "./checks/dead-code.mjs";
import directions from "./checks/directions.mjs";
import fileLength from "./checks/file-length.mjs";
import formatAndLint from "./checks/format-and-lint.mjs";
import migrations from "./checks/migrations.mjs";
import ownedData from "./checks/owned-data.mjs";
import services from "./checks/services.mjs";
import translations from "./checks/translations.mjs";
import types from "./checks/types.mjs";
import words from "./checks/words.mjs";

/**
 * `npm run check [name …]`: everything that can be said about the code without running it. One line a step;
 * a step that fails shows what it found, and the others run all the same.
 */
const checks = [
  fileLength,
  audit,
  migrations,
  ownedData,
  services,
  words,
  citations,
  coverage,
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

const chosen = checks.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const outcomes = sideBySide(chosen);
let failures = 0;
// In the order of the list, whichever ends first.
for (const [index, { name }] of chosen.entries()) {
  const { problems, seconds, note } = await outcomes[index];
  const verdict = problems.length === 0 ? "ok" : "FAILED";
  process.stdout.write(
    `${name.padEnd(24)}${verdict.padEnd(8)}${seconds.toFixed(1).padStart(6)} s${note === undefined ? "" : `  ${note}`}\n`,
  );
  if (problems.length === 0) continue;
  failures += 1;
  process.stdout.write(`${problems.join("\n").replace(/^/gm, "    ")}\n`);
}
process.exit(failures === 0 ? 0 : 1);

/** Runs checks in two rows, from the last, which takes longest. Answers what each will come to, in their order. */
function sideBySide(all) {
  const resolvers = [];
  const outcomes = all.map(() => new Promise((resolve) => resolvers.push(resolve)));
  let left = all.length;
  const row = async () => {
    while (left > 0) {
      left -= 1;
      const at = left;
      resolvers[at](await outcome(all[at]));
    }
  };
  void Promise.all([row(), row()]);
  return outcomes;
}

async function outcome(check) {
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  try {
    const answer = await check.run();
    const { problems, note } = Array.isArray(answer) ? { problems: answer } : answer;
    return { problems, note, seconds: seconds() };
  } catch (error) {
    const problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { problems: [problem], seconds: seconds() };
  }
}
