import { readFile, statfs } from "node:fs/promises";
import { freemem, loadavg, totalmem } from "node:os";
import type { LoadFigure } from "./load-rule.ts";

/** Memory that programs could have, in bytes; what the system only keeps in case it is needed again counts. */
async function availableMemory(): Promise<number> {
  const text = await readFile("/proc/meminfo", "utf8").catch(() => "");
  const [, kibibytes] = /^MemAvailable:\s+(\d+) kB$/m.exec(text) ?? [];
  return kibibytes === undefined ? freemem() : Number(kibibytes) * 1024;
}

const percent = (used: number, of: number): number =>
  of === 0 ? 0 : Math.min(100, Math.max(0, Number(((used / of) * 100).toFixed(1))));

/**
 * How busy this machine is: the load of its processors over a minute, memory in use, and the disk that has the data
 * folder, in percent.
 */
export async function measureMachine(dataFolder: string): Promise<Record<LoadFigure, number>> {
  const [available, disk] = await Promise.all([availableMemory(), statfs(dataFolder)]);
  return {
    cpu_load: Number((loadavg()[0] ?? 0).toFixed(2)),
    memory_used: percent(totalmem() - available, totalmem()),
    // As `df` has it: what only the system itself may use counts as taken.
    disk_used: percent(disk.blocks - disk.bfree, disk.blocks - disk.bfree + disk.bavail),
  };
}
