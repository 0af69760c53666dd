/** A connection that a rule holds, and what it is recognized by where its approval is remembered. */
export interface HeldConnection {
  readonly ruleId: string;
  /** For how many minutes the rule remembers an approval. */
  readonly minutes: number;
  /** Whose it is, to which asset and by which account. */
  readonly key: string;
  readonly at: Date;
}

/**
 * What a connection that is held leads to: each is taken as approved at once, and those after it need no approval for as
 * long as the rule remembers one. Asked from the oldest on; answers whether a connection goes on by an earlier approval.
 */
export function createMemory(): (connection: HeldConnection) => boolean {
  const approvedUntil = new Map<string, number>();
  return ({ ruleId, minutes, key, at }) => {
    const held = `${ruleId} ${key}`;
    const time = at.getTime();
    if (time < (approvedUntil.get(held) ?? 0)) return true;
    approvedUntil.set(held, time + minutes * 60_000);
    return false;
  };
}
