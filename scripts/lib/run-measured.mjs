import { openCpuGroup } from "./cpu-group.mjs";
import { cpuSeconds, WAITED } from "./cpu-time.mjs";
import { run } from "./run.mjs";

/**
 * What a part of a run took. The CPU seconds are those of everything it started; `isExact` is false where no control
 * group could be made: then what was never waited for (much of a browser) is missing.
 * @typedef {{ name: string, cpuSeconds: number, wallSeconds: number, isExact: boolean }} PartCost
 */

/**
 * Runs a program to its end as `run` does, and measures it.
 * @param {string} name of the part
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import("node:child_process").SpawnOptions} [options]
 * @returns {Promise<{ status: number, cost: PartCost }>}
 */
export async function runMeasured(name, command, args, options) {
  const group = openCpuGroup(`sallyport-${name}-${process.pid}`);
  const waited = () => cpuSeconds("/proc/self/stat", WAITED) ?? 0;
  const [before, started] = [waited(), performance.now()];
  try {
    const status = await run(command, args, options, (pid) => group?.add(pid));
    const wallSeconds = (performance.now() - started) / 1000;
    const cost = group?.seconds() ?? waited() - before;
    return { status, cost: { name, cpuSeconds: cost, wallSeconds, isExact: group !== null } };
  } finally {
    await group?.remove();
  }
}
