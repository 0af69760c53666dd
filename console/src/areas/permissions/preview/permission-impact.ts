/** A session that a change would end. */
interface EndingSession {
  readonly id: string;
  readonly user: string;
  readonly asset: string;
  readonly account: string;
  readonly date_start: string;
  /** Until when it may go on; null: it ends at once. */
  readonly ends?: string | null;
}

/** What a change of a permission would do (docs/contract/permissions.md, section 12). */
export interface PermissionImpact {
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  readonly users: number;
  readonly assets: number;
  readonly sessions: {
    /** Whether sessions end with their permission. */
    readonly end: boolean;
    readonly count: number;
    /** How many of them may go on for a while, to finish; not told: none. */
    readonly finishing?: number;
    readonly results: readonly EndingSession[];
  };
}
