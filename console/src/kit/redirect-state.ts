/** History state of a page the person was led to before the one they asked for. */
export interface RedirectState {
  /** Path and query of the page they asked for, below `/ui`. */
  readonly from: string;
}

/** The page somebody asked for before they were led elsewhere. */
export function redirectedFrom(state: unknown): string | undefined {
  const from = (state as Partial<RedirectState> | null)?.from;
  return typeof from === "string" ? from : undefined;
}
