import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./run.mjs";

/**
 * Installs the packages of the lock file unless exactly they are installed already.
 * @param {string} root
 */
export async function ensureInstalled(root) {
  if (isInstalled(root)) return;
  process.stdout.write("Installing packages (once)…\n");
  // Nothing here needs an install script: what would compile is an optional speed-up, and a machine without a
  // compiler must not fail or wait for one.
  const args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const npm = process.env.npm_execpath;
  const isScript = npm !== undefined && /\.[cm]?js$/.test(npm);
  const status = isScript
    ? await run(process.execPath, [npm, ...args], { cwd: root })
    : await run("npm", args, { cwd: root, shell: process.platform === "win32" });
  if (status === 0) return;
  process.stderr.write("The packages could not be installed; npm's message above says why.\n");
  process.exit(1);
}

/**
 * Whether `node_modules` holds what the lock file says, by npm's own record of what it installed.
 * @param {string} root
 */
export function isInstalled(root) {
  const record = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(record)) return false;
  const wanted = packagesOf(join(root, "package-lock.json"));
  const present = packagesOf(record);
  return Object.entries(wanted).every(([path, { version, link, optional, devOptional, peer }]) => {
    if (!path.includes("node_modules/") || link) return true;
    const found = present[path];
    // Packages for other systems and unmet optional ones are rightly absent.
    return found === undefined ? Boolean(optional || devOptional || peer) : found.version === version;
  });
}

/**
 * @param {string} path
 * @returns {Record<string, { version?: string, link?: boolean, optional?: boolean, devOptional?: boolean, peer?: boolean }>}
 */
function packagesOf(path) {
  return JSON.parse(readFileSync(path, "utf8")).packages;
}
