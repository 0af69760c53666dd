import { readFileSync } from "node:fs";

/** First field of /proc/<pid>/stat after the command's name that counts CPU time, in its order of fields. */
const USER = 11;

/** User and system time, and both of the children that were waited for. */
export const OWN_AND_WAITED = [0, 1, 2, 3];
/** User and system time of the children that were waited for. */
export const WAITED = [2, 3];
/** User and system time. */
export const OWN = [0, 1];

/**
 * CPU seconds of a process or thread as the kernel reports them.
 * @param {string} path e.g. `/proc/self/stat`
 * @param {readonly number[]} fields one of the above
 * @returns {number | null} null where there is no such file
 */
export function cpuSeconds(path, fields) {
  try {
    const text = readFileSync(path, "utf8");
    const values = text.slice(text.lastIndexOf(")") + 2).split(" ");
    // Linux tells programs of a hundred ticks a second, whatever it counts itself.
    return fields.reduce((sum, field) => sum + Number(values[USER + field]), 0) / 100;
  } catch {
    return null;
  }
}
