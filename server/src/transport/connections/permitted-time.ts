/** For how long a running session is permitted. */
export interface PermittedTime {
  /** When the last of the permissions it rests on runs out: nothing new opens then. */
  readonly expires: Date;
  /** When the session has to end: the same, or later where a permission lets sessions be finished. */
  readonly ends: Date;
}
