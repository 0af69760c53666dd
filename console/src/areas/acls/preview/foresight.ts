/** What the records are that a kind of rule is about. */
export type Foreseen = "signIns" | "connections" | "commands";

/** What rules make of what somebody does, the gravest first. */
export const EFFECTS = ["refused", "held", "warned", "allowed"] as const;

export type Effect = (typeof EFFECTS)[number];

/** A sign-in, connection or command of which something else would have become. */
export interface ForeseenRecord {
  readonly id: string;
  readonly effect: Effect;
  readonly date: string;
  readonly user: string;
  readonly remote_addr: string;
  readonly asset?: string;
  readonly account?: string;
  /** The session of a command, and its beginning. */
  readonly session?: string;
  readonly input?: string;
}

/** What a rule would have done (docs/contract/acls.md, "What a rule would have done"). */
export type Foresight = Readonly<Record<Effect, number>> & {
  readonly since: string;
  readonly examined: number;
  /** Time of the oldest that was looked at, where older ones were left. */
  readonly stopped_at: string | null;
  readonly results: readonly ForeseenRecord[];
};
