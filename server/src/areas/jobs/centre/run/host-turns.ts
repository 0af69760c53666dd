/** Parts of executions at work on one host at once in a gateway, whoever they are of. */
const usualMost = 4;

/** Gives a turn back. */
export type EndTurn = () => void;

/** Who may work on which host now. */
export interface HostTurns {
  /**
   * Waits for a turn on each of these hosts. Whoever gives up has none, and may call what is answered nevertheless.
   * Hosts are taken in one order, so that two who want the same ones never wait for each other.
   */
  take(assetIds: readonly string[], signal: AbortSignal): Promise<EndTurn>;
}

/**
 * Lets only so many work on a host at once: a hundred jobs of a minute that name the same host would be more connections
 * than its SSH server takes, and fail.
 */
export function createHostTurns(most = usualMost): HostTurns {
  const hosts = new Map<string, { taken: number; readonly waiting: (() => void)[] }>();

  const end = (id: string): void => {
    const host = hosts.get(id);
    if (host === undefined) return;
    const next = host.waiting.shift();
    if (next === undefined) host.taken -= 1;
    else next();
    if (host.taken === 0) hosts.delete(id);
  };

  /** Answers whether there is a turn; not, where it was given up. */
  const takeOne = (id: string, signal: AbortSignal): Promise<boolean> => {
    if (signal.aborted) return Promise.resolve(false);
    const host = hosts.get(id) ?? { taken: 0, waiting: [] };
    hosts.set(id, host);
    if (host.taken < most) {
      host.taken += 1;
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const go = (): void => {
        signal.removeEventListener("abort", giveUp);
        resolve(true);
      };
      const giveUp = (): void => {
        host.waiting.splice(host.waiting.indexOf(go), 1);
        resolve(false);
      };
      host.waiting.push(go);
      signal.addEventListener("abort", giveUp, { once: true });
    });
  };

  return {
    async take(assetIds, signal) {
      const taken: string[] = [];
      for (const id of [...new Set(assetIds)].sort()) {
        if (await takeOne(id, signal)) taken.push(id);
      }
      return () => {
        for (const id of taken.splice(0)) end(id);
      };
    },
  };
}
