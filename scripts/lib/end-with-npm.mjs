import { readFileSync } from "node:fs";

/** Milliseconds between two looks: what `npm start` started ends at most this much later than npm. */
const INTERVAL = 250;

/**
 * Has this process end, as on a plain `kill`, when the npm that started it is gone. Npm passes signals on to its shell
 * alone, and where that does not replace itself by the program (Debian's does not), it dies of them and says nothing to
 * the program, which would go on with nobody to stop it.
 */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const npm = parentOf(process.ppid);
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell && parentOf(shell) === npm) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGTERM");
  }, INTERVAL);
  timer.unref();
}

/** The parent of a process; null where the kernel does not tell it in `/proc`. */
function parentOf(pid) {
  try {
    // The command's name, in brackets, may hold spaces and brackets itself.
    return Number(/^.*\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, "utf8"))?.[1]);
  } catch {
    return null;
  }
}
