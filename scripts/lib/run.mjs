import { spawn } from "node:child_process";

/**
 * Runs a program to its end, with its output on ours.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import("node:child_process").SpawnOptions} [options]
 * @param {(pid: number) => void} [onStart] called as soon as it has a process
 * @returns {Promise<number>} Its exit status; 1 when it could not start or a signal ended it.
 */
export function run(command, args, options = {}, onStart = () => undefined) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: "inherit", ...options });
    if (child.pid !== undefined) onStart(child.pid);
    child.once("error", (error) => {
      process.stderr.write(`${command}: ${error.message}\n`);
      resolve(1);
    });
    child.once("exit", (code) => resolve(code ?? 1));
  });
}
