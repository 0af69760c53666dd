import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";

const IGNORED = /^(node_modules|dist|\.cache)$|\.test\.(ts|tsx|mjs)$|\.fixture\.ts$/;

/**
 * One hash over the names and contents of files and folders (tests left out): equal when a build would be.
 * @param {string} root
 * @param {readonly string[]} paths relative to root; missing ones count as absent
 */
export function sourceHash(root, paths) {
  const hash = createHash("sha256").update(process.version);
  for (const path of paths) add(hash, root, join(root, path));
  return hash.digest("hex");
}

function add(hash, root, path) {
  if (!existsSync(path)) return;
  if (statSync(path).isDirectory()) {
    for (const name of readdirSync(path).sort()) if (!IGNORED.test(name)) add(hash, root, join(path, name));
    return;
  }
  hash.update(relative(root, path)).update("\0").update(readFileSync(path)).update("\0");
}
