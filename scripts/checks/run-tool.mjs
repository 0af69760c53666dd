import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's top folder. */
export const repository = join(dirname(fileURLToPath(import.meta.url)), "../..");

const require = createRequire(import.meta.url);

/**
 * Runs an installed tool with this Node and collects what it says.
 *
 * @param {string} packageName package that brings the tool
 * @param {string} file its program, below the package
 * @param {readonly string[]} args
 * @returns {Promise<string[]>} the tool's output as problems; empty when it succeeded
 */
export async function runTool(packageName, file, args) {
  const program = join(packageFolder(packageName), file);
  const child = spawn(process.execPath, [program, ...args], {
    cwd: repository,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, FORCE_COLOR: "0", NO_COLOR: "1" },
  });
  const said = [];
  child.stdout.on("data", (data) => said.push(data));
  child.stderr.on("data", (data) => said.push(data));
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code === 0) return [];
  const output = Buffer.concat(said).toString("utf8").trim();
  return [output === "" ? `${packageName} ended with ${code}` : output];
}

function packageFolder(name) {
  for (const folder of require.resolve.paths(name) ?? []) {
    try {
      return dirname(require.resolve(join(folder, name, "package.json")));
    } catch {
      // Not in this node_modules; the next one up.
    }
  }
  throw new Error(`${name} is not installed. Run npm install first.`);
}
