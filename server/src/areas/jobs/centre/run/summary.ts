/** How an execution went, as the contract tells it; hosts by their name. */
export type RunSummary = {
  /** Left out, with the reason. */
  excludes?: { [host: string]: string };
  ok?: string[];
  /** Ran and failed, or were refused. */
  failures?: { [host: string]: string };
  /** Not reached. */
  dark?: { [host: string]: string };
  skipped?: string[];
  /** Why the run as a whole failed. */
  error?: string;
};

/** What became of a host. */
export const hostStates = [
  "waiting",
  "running",
  "ok",
  "failed",
  "unreachable",
  "refused",
  "excluded",
  "stopped",
] as const;
export type HostState = (typeof hostStates)[number];

/** A host as far as summaries tell of it. */
export interface EndedHost {
  readonly name: string;
  readonly state: HostState;
  readonly reason: string;
}

/** Puts the hosts of an execution together. */
export function summarize(hosts: readonly EndedHost[], error = ""): RunSummary {
  const told = (...states: readonly HostState[]) =>
    Object.fromEntries(
      hosts.filter(({ state }) => states.includes(state)).map(({ name, reason }) => [name, reason]),
    );
  return {
    excludes: told("excluded"),
    ok: hosts.filter(({ state }) => state === "ok").map(({ name }) => name),
    failures: told("failed", "refused", "stopped", "waiting", "running"),
    dark: told("unreachable"),
    skipped: [],
    ...(error === "" ? {} : { error }),
  };
}
