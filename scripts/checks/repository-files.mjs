import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { repository } from "./run-tool.mjs";

/**
 * Paths of all files of the repository, those not yet added included, below its top folder. Built and ignored
 * files are left out.
 *
 * @param {RegExp} [wanted] only paths that match
 * @returns {string[]}
 */
export function repositoryFiles(wanted = /./) {
  const listing = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: repository,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  return [...new Set(listing.split("\0"))]
    .filter((path) => path !== "" && wanted.test(path))
    .filter((path) => statSync(join(repository, path), { throwIfNoEntry: false })?.isFile() === true)
    .sort();
}

/**
 * Text of a file of the repository.
 *
 * @param {string} path below the top folder
 * @returns {string}
 */
export function readText(path) {
  return readFileSync(join(repository, path), "utf8");
}
