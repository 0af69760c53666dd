import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const self = fileURLToPath(import.meta.url);

/**
 * Starts processes that use a core each. They end with this one, however it ends.
 * @param {number} count
 * @returns {() => void} ends them
 */
export function startCpuLoad(count) {
  const children = Array.from({ length: count }, () =>
    spawn(process.execPath, [self, String(process.pid)], { stdio: "ignore" }),
  );
  return () => {
    for (const child of children) child.kill("SIGKILL");
  };
}

if (process.argv[1] === self) burn(Number(process.argv[2]));

/** Computes until the process that wanted it is gone. */
function burn(parent) {
  while (process.ppid === parent) {
    const slice = performance.now() + 200;
    while (performance.now() < slice);
  }
}
