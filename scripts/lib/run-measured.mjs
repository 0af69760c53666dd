import { openCpuGroup } from "./cpu-group.mjs";
import { cpuSeconds, WAITED } from "./cpu-time.mjs";
import { run } from "./run.mjs";

/**
 * What a part of a run took. The CPU seconds are those of everything it started; `isExact` is false where no control
 * group could be made: then what was never waited for (much of a browser) is missing.
 * `startedAt` is told in seconds of a clock that all parts
 * of a run share.
 * @typedef {{ name: string, cpuSeconds: number, wallSeconds: number, startedAt?: number, isExact: boolean }} PartCost
 */

/** Of the programs that were run here, the CPU seconds counted so far: the kernel adds those of a child when it ends. */
let counted = 0;

/**
 * Runs a program to its end as `run` does, and measures it. Several may be measured at a time.
 * @param {string} name of the part
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import("node:child_process").SpawnOptions} [options]
 * @returns {Promise<{ status: number, cost: PartCost }>}
 */
export async function runMeasured(name, command, args, options) {
  const group = openCpuGroup(`sallyport-${name}-${process.pid}`);
  const waited = () => cpuSeconds("/proc/self/stat", WAITED) ?? 0;
  counted = waited();
  const startedAt = performance.now() / 1000;
  try {
    const status = await run(command, args, options, (pid) => group?.add(pid));
    const wallSeconds = performance.now() / 1000 - startedAt;
    const before = counted;
    counted = waited();
    const cost = group?.seconds() ?? counted - before;
    return { status, cost: { name, cpuSeconds: cost, wallSeconds, startedAt, isExact: group !== null } };
  } finally {
    await group?.remove();
  }
}
