/** What can be done to the terminal of a tab from outside it. */
export interface TabInput {
  /** Types text. */
  type(text: string): void;
  /** Puts text where it is typed, as a paste: several lines only after a question where the person wants one. */
  paste(text: string): void;
  /** Puts the keyboard there. */
  focus(): void;
  /** Gives the session up without ending it, for another window to go on with. */
  release(): void;
}

/** The terminals that are drawn, by the key of their tab. */
export type TabInputs = Map<string, TabInput>;
