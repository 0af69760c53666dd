import { spawn } from "node:child_process";

/** Ends both, as a plain `kill` and a closed terminal mean it. Ctrl-C is not among them: it reaches every program itself. */
const ENDING = ["SIGTERM", "SIGHUP"];

/**
 * Runs a program to its end, with its output on ours. A signal that would end this process ends the program first.
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
    let ending = null;
    const passOn = (signal) => {
      ending = signal;
      child.kill(signal);
    };
    for (const signal of ENDING) process.on(signal, passOn);
    const finish = (status) => {
      for (const signal of ENDING) process.off(signal, passOn);
      if (ending === null) resolve(status);
      else process.kill(process.pid, ending);
    };
    child.once("error", (error) => {
      process.stderr.write(`${command}: ${error.message}\n`);
      finish(1);
    });
    child.once("exit", (code) => finish(code ?? 1));
  });
}
