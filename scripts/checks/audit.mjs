import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { repository } from "./run-tool.mjs";

/**
 * No locked package has a known hole: asked of the registry where it answers such questions, else of the few advisories
 * in `scripts/advisories.json`, put there by hand. Which of the two it was is said beside the verdict.
 */
export default {
  name: "audit",
  async run() {
    const answered = await askRegistry();
    return answered ?? { note: note(), problems: problemsOf(readLock(), readCopy().advisories) };
  },
};

const read = (path) => JSON.parse(readFileSync(join(repository, path), "utf8"));
const readLock = () => read("package-lock.json");
const readCopy = () => read("scripts/advisories.json");

function note() {
  const { advisories } = readCopy();
  return `the registry does not answer: against the ${advisories.length} advisories of scripts/advisories.json alone`;
}

async function askRegistry() {
  const options = { cwd: repository, timeout: 60_000, maxBuffer: 64 * 1024 * 1024 };
  // It ends with 1 where it found something, and where nobody answered.
  const answer = await promisify(execFile)("npm", ["audit", "--json", "--package-lock-only"], options).catch(
    (error) => error,
  );
  try {
    const { vulnerabilities } = JSON.parse(answer.stdout ?? "");
    if (vulnerabilities === undefined) return null;
    const problems = Object.values(vulnerabilities)
      .filter(({ severity }) => severity === "high" || severity === "critical")
      .map(({ name, severity, range }) => `${name} ${range}: ${severity}`);
    return { note: "against the registry", problems };
  } catch {
    return null;
  }
}

/** Locked packages that an advisory is about, a line each. */
export function problemsOf({ packages }, advisories) {
  return Object.entries(packages).flatMap(([path, { version }]) => {
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    if (!path.includes("node_modules/") || version === undefined) return [];
    return advisories
      .filter((one) => one.package === name && !isBelow(version, one.from) && isBelow(version, one.below))
      .map(({ id, title, below }) => `${path}: ${version} has ${id} (${title}); mended in ${below}`);
  });
}

function isBelow(version, other) {
  const [left, right] = [version, other].map((one) => one.split("-")[0].split(".").map(Number));
  const at = left.findIndex((number, index) => number !== right[index]);
  return at >= 0 && left[at] < right[at];
}
