import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { processTree } from "../e2e/support/processes.ts";
import { formatColumns } from "./table.ts";

/** What is allowed, in seconds on two quiet cores. */
const partLimit = 120;
const totalLimit = 25 * 60;

/** What one part of a run took. */
interface Cost {
  readonly name: string;
  readonly seconds: number;
  /** Of this process and of everything it started, the databases and browsers included. */
  readonly cpuSeconds: number;
}

/** Keeps what the parts of a run take, and prints it. */
export class Costs {
  readonly #costs: Cost[] = [];

  /** Runs a part and says on standard error what it took. */
  async measure<T>(name: string, work: () => Promise<T>): Promise<T> {
    process.stderr.write(`${name}…\n`);
    const [started, cpuBefore] = [performance.now(), cpuSeconds()];
    try {
      return await work();
    } finally {
      const cost = {
        name,
        seconds: (performance.now() - started) / 1000,
        cpuSeconds: cpuSeconds() - cpuBefore,
      };
      this.#costs.push(cost);
      process.stderr.write(`  ${cost.seconds.toFixed(1)} s, ${cost.cpuSeconds.toFixed(1)} CPU seconds\n`);
    }
  }

  /** The parts as a table, with their sum, and how busy the machine was. */
  format(): string {
    const sum = (key: "seconds" | "cpuSeconds") => this.#costs.reduce((all, cost) => all + cost[key], 0);
    const line = ({ name, seconds, cpuSeconds }: Cost, limit: number) => [
      name,
      `${seconds.toFixed(1)} s`,
      `${cpuSeconds.toFixed(1)} s`,
      `< ${limit} s`,
      seconds < limit ? "met" : "MISSED",
    ];
    const total = { name: "all", seconds: sum("seconds"), cpuSeconds: sum("cpuSeconds") };
    const table = formatColumns([
      ["part", "wall", "CPU", "target", ""],
      ...this.#costs.map((cost) => line(cost, partLimit)),
      line(total, totalLimit),
    ]);
    return `${table}\nload of the machine: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(", ")} (1, 5 and 15 minutes)`;
  }
}

/** Kernel ticks a second; fixed in what Linux shows to programs. */
const ticks = 100;

/** CPU seconds so far of this process and all below it; a process that ended counts with the one that waited for it. */
function cpuSeconds(): number {
  return cpuSecondsOf(processTree(process.pid).map(({ pid }) => pid));
}

/** CPU seconds so far of these processes, and of the children each has waited for. */
export function cpuSecondsOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + ticksOf(pid), 0) / ticks;
}

/** Which part of a core these processes take, and the children they wait for, while the work is done. */
export async function shareOfCore(pids: readonly number[], work: () => Promise<void>): Promise<number> {
  const [started, before] = [performance.now(), cpuSecondsOf(pids)];
  await work();
  return (cpuSecondsOf(pids) - before) / ((performance.now() - started) / 1_000);
}

function ticksOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // Fields 14 to 17: user and system time, its own and of children it waited for. Its name may hold spaces.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  } catch {
    // It ended between the listing and the look; its parent reports it next time.
    return 0;
  }
}
