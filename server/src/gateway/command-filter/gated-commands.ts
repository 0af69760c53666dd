import type { ReadTerminal } from "./line-reader.ts";

/** What the commands of the session are kept by. */
export interface GatedCommands extends ReadTerminal {
  /** A command that was not run. */
  record(command: string, riskLevel: number): void;
  /** A command that is about to be run. */
  expect(command: string, riskLevel: number): void;
  /** Calls the handler whenever what the target shows was looked at. */
  onShown(handler: () => void): void;
}

/** What is waited for before more is sent; times as `performance.now` counts. */
export type Waiting =
  | { readonly for: "reading" }
  /** A line was sent: for the next prompt. */
  | { readonly for: "prompt"; readonly since: number }
  /** A line was rejected: for its being gone. */
  | { readonly for: "clearing"; readonly since: number; readonly tries: number }
  /** A line of something like a command was typed where no prompt is: for a prompt. */
  | { readonly for: "shell" }
  /** A line, or a pasted text, is held: for people who decide about it. */
  | { readonly for: "review" };
