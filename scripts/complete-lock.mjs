import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { missingOptionalPackages } from "./lib/complete-lock.mjs";
import { root } from "./lib/paths.mjs";

// Run after `npm install` behind a registry mirror that lacks the packages of other systems.
const path = join(root, "package-lock.json");
const lock = JSON.parse(readFileSync(path, "utf8"));
const missing = missingOptionalPackages(lock.packages);
const entries = Object.entries({ ...lock.packages, ...missing });
lock.packages = Object.fromEntries(
  entries.sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0)),
);
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
process.stdout.write(`${Object.keys(missing).length} packages added to package-lock.json\n`);
