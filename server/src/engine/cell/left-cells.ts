import { log } from "../log.ts";
import { type ProcessPlace, runsHere } from "../process/process-place.ts";

/** Ends what a cell started, and the cell itself. */
export function killCell(pid: number): void {
  for (const target of [-pid, pid]) {
    try {
      process.kill(target, "SIGKILL");
    } catch {
      // It is gone already.
    }
  }
}

/** Ends cells whose worker is gone, where they run on this machine. */
export function endLeftCells(cells: readonly ProcessPlace[]): void {
  for (const cell of cells.filter(runsHere)) {
    log.warn({ cell: cell.pid }, "a cell that its worker left behind is ended");
    killCell(cell.pid);
  }
}
