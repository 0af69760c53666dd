import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cache, root } from "./paths.mjs";
import { sourceHash } from "./source-hash.mjs";

const SHARED = ["package-lock.json", "contract/src", "scripts/build.mjs", "scripts/lib"];

/** What is built: the files that decide about it, and a file that proves it is there. */
const TARGETS = {
  server: {
    sources: [...SHARED, "server/package.json", "server/src", "server/migrations"],
    proof: "server/dist/main.js",
    exists: () => true,
  },
  console: {
    sources: [...SHARED, "console"],
    proof: "console/dist",
    exists: () => existsSync(join(root, "console", "vite.config.ts")),
  },
};

const stampOf = (name) => join(cache, `build-${name}.hash`);

/**
 * The targets whose sources changed since they were built.
 * @returns {string[]}
 */
export function outdatedTargets({ force = false } = {}) {
  return Object.entries(TARGETS).flatMap(([name, target]) => {
    if (!target.exists()) return [];
    const stamp = stampOf(name);
    const isCurrent =
      existsSync(join(root, target.proof)) &&
      existsSync(stamp) &&
      readFileSync(stamp, "utf8") === sourceHash(root, target.sources);
    return force || !isCurrent ? [name] : [];
  });
}

/**
 * Builds a target and notes what it was built from: the hash is taken before, so that a change during the build
 * makes the next one happen.
 * @param {string} name
 * @param {() => Promise<void>} build
 */
export async function buildTarget(name, build) {
  const hash = sourceHash(root, TARGETS[name].sources);
  rmSync(stampOf(name), { force: true });
  await build();
  mkdirSync(cache, { recursive: true });
  writeFileSync(stampOf(name), hash);
}
