import { readdirSync, readFileSync } from "node:fs";

/** A process of the product, as the kernel shows it. */
export interface ProductProcess {
  readonly pid: number;
  /** What it does: the supervisor, one of its roles, or a process of the database. */
  readonly role: "supervisor" | "web" | "gateway" | "database" | "other";
  readonly command: string;
}

/** The process `root` and everything below it, as far as it is reachable by parents. Linux only. */
export function processTree(root: number): ProductProcess[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    // The command's name, in brackets, may hold spaces and brackets itself.
    const [, parent] = /^.*\) \S (\d+)/s.exec(read(`/proc/${name}/stat`)) ?? [];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const inTree = (pid: number | undefined): boolean =>
    pid !== undefined && pid > 1 && (pid === root || inTree(parents.get(pid)));
  return [...parents.keys()].filter(inTree).map((pid) => {
    const command = read(`/proc/${pid}/cmdline`).replaceAll("\0", " ").trim();
    return { pid, command, role: pid === root ? "supervisor" : roleOf(command) };
  });
}

function roleOf(command: string): ProductProcess["role"] {
  const role = /--child (web|gateway)\b/.exec(command)?.[1];
  if (role !== undefined) return role as "web" | "gateway";
  return /postgres/.test(command) ? "database" : "other";
}

/** Proportional set size in bytes: memory shared between processes is counted once over all of them. */
export function memoryOf(pid: number): number {
  const kilobytes = /^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1];
  return kilobytes === undefined ? 0 : Number(kilobytes) * 1024;
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // It ended between the listing and the look.
    return "";
  }
}
