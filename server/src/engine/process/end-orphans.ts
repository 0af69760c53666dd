import { log } from "../log.ts";
import { type ProcessLocation, runsHere } from "./process-location.ts";

/** Kills a process that leads a group, and everything it started. */
export function killProcessGroup(pid: number): void {
  for (const target of [-pid, pid]) {
    try {
      process.kill(target, "SIGKILL");
    } catch {
      // It is gone already.
    }
  }
}

/** Kills the processes that a dead worker left behind, where they run on this machine. */
export function endOrphanProcesses(orphans: readonly ProcessLocation[]): void {
  for (const orphan of orphans.filter(runsHere)) {
    log.warn({ process: orphan.pid }, "killing a process that its worker left behind");
    killProcessGroup(orphan.pid);
  }
}
