import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * A control group of the kernel that counts the CPU time of the processes in it and of everything they start, also of
 * what outlived its parent or was never waited for.
 * @typedef {object} CpuGroup
 * @property {(pid: number) => void} add Moves a process into it; what it starts from then on is counted too.
 * @property {() => number} seconds CPU seconds, user and system, since it was made.
 * @property {() => Promise<void>} remove Removes it and those below it, as soon as their processes have ended; gives
 *   up after two seconds, for a process that was left behind keeps its group.
 */

/**
 * Makes a group below the one this process is in, or answers it when this process is in one of that name already.
 * @param {string} name
 * @returns {CpuGroup | null} null where this process may make none: not Linux, or an account without the right
 */
export function openCpuGroup(name) {
  try {
    const own = ownGroup();
    if (own === null) return null;
    const folder = basename(own.folder) === name ? own.folder : join(own.folder, name);
    mkdirSync(folder, { recursive: true });
    const seconds = () => own.read(folder);
    seconds();
    return {
      add: (pid) => writeFileSync(join(folder, "cgroup.procs"), String(pid)),
      seconds,
      remove: () => removeGroup(folder),
    };
  } catch {
    return null;
  }
}

/** This process's group in the first hierarchy that counts CPU time. */
function ownGroup() {
  if (process.platform !== "linux") return null;
  const memberships = readFileSync("/proc/self/cgroup", "utf8").trim().split("\n");
  const mounts = readFileSync("/proc/self/mountinfo", "utf8").trim().split("\n");
  for (const { type, controller, read } of HIERARCHIES) {
    const mount = mounts.map(parseMount).find((one) => one.type === type && one.options.includes(controller));
    const membership = memberships.map(parseMembership).find((one) => one.controllers.includes(controller));
    if (mount === undefined || membership === undefined) continue;
    // In a container the path may be told from outside of it.
    const inside = join(mount.point, membership.path);
    return { folder: existsSync(inside) ? inside : mount.point, read };
  }
  return null;
}

const HIERARCHIES = [
  {
    type: "cgroup",
    controller: "cpuacct",
    read: (folder) => Number(readFileSync(join(folder, "cpuacct.usage"), "utf8")) / 1e9,
  },
  {
    type: "cgroup2",
    controller: "",
    read: (folder) =>
      Number(/^usage_usec (\d+)/m.exec(readFileSync(join(folder, "cpu.stat"), "utf8"))?.[1]) / 1e6,
  },
];

/** A line of mountinfo; the type and the options of the file system are behind the dash. */
function parseMount(line) {
  const [before = "", after = ""] = line.split(" - ");
  const [type, , options = ""] = after.split(" ");
  return { type, point: before.split(" ")[4] ?? "", options: ["", ...options.split(",")] };
}

/** A line of /proc/self/cgroup; the second version has no controllers. */
function parseMembership(line) {
  const [, controllers = "", ...path] = line.split(":");
  return { controllers: controllers.split(","), path: path.join(":") };
}

async function removeGroup(folder) {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    if (tryRemove(folder)) return;
    await sleep(100);
  }
}

function tryRemove(folder) {
  try {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory()) tryRemove(join(folder, entry.name));
    }
    rmdirSync(folder);
    return true;
  } catch {
    return !existsSync(folder);
  }
}
