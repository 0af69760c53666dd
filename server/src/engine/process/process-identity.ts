import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** A process that cannot be mistaken for a later one with the same number. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When it started, in whatever form the system tells. */
  readonly started: string;
}

/** The identity of a running process; `started` is empty when there is none. */
export function identify(pid: number): ProcessIdentity {
  return { pid, started: startOf(pid) };
}

/** Whether exactly that process still runs. */
export function isSame(identity: ProcessIdentity): boolean {
  return identity.started !== "" && startOf(identity.pid) === identity.started;
}

function startOf(pid: number): string {
  try {
    if (process.platform === "linux") {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      // The name in parentheses may hold anything; the fields after it are numbered from 3.
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return fields[0] === "Z" ? "" : (fields[19] ?? "");
    }
    return execFileSync("ps", ["-p", String(pid), "-o", "lstart="], { encoding: "utf8" }).trim();
  } catch {
    return "";
  }
}
