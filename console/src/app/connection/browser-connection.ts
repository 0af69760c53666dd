import { Connection } from "./connection.ts";

const PROBE_LIMIT = 10_000;

/** Any answer of the server itself will do; those of a proxy that finds no server behind it will not. */
async function probe(): Promise<boolean> {
  try {
    const answer = await fetch("/api/v1/settings/public/open/", {
      cache: "no-store",
      signal: AbortSignal.timeout(PROBE_LIMIT),
    });
    return answer.status !== 502 && answer.status !== 504;
  } catch {
    return false;
  }
}

/** The connection of this page to its server. */
export const connection = new Connection({
  probe,
  online: () => navigator.onLine,
  now: () => performance.now(),
  later: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
});

/** Listens to the device's own word about the network. Call once. */
export function watchNetwork(): void {
  window.addEventListener("offline", () => connection.reached(false));
  window.addEventListener("online", () => void connection.retry());
}
