import { readFileSync, readlinkSync } from "node:fs";
import { identify, isSame, type ProcessIdentity } from "./process-identity.ts";

/** A process, told so that others can find out whether it still runs. */
export interface ProcessLocation extends ProcessIdentity {
  /** Where its number means something: one boot of one machine, one container. Null: nobody else can tell. */
  readonly machine: string | null;
}

/** Where the numbers of processes mean what they mean here; null where that cannot be told. */
const machine: string | null = (() => {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return `${boot}/${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return null;
  }
})();

/** A running process of this machine. */
export const locationOf = (pid: number): ProcessLocation => ({ ...identify(pid), machine });

/** Whether that process is known to run no longer; false when it cannot be determined from here. */
export const isKnownDead = (location: ProcessLocation): boolean =>
  location.machine !== null && location.machine === machine && !isSame(location);

/** Whether exactly that process runs here. */
export const runsHere = (location: ProcessLocation): boolean =>
  location.machine !== null && location.machine === machine && isSame(location);
