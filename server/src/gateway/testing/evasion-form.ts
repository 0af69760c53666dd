/** A shell the forms are tried in. */
export type CorpusShell = "bash" | "zsh" | "dash" | "fish";

/**
 * One way of having a shell run `zap`, a program a rule forbids. The keys are those of a terminal; the pieces are sent one
 * after the other, each when something was shown for the one before.
 */
export interface EvasionForm {
  readonly name: string;
  readonly keys: readonly string[];
  /** Whether it is claimed that the line is read, so that the command never reaches the shell. */
  readonly isReadable: boolean;
  /** Shells that have such a form; absent: all but fish. */
  readonly shells?: readonly CorpusShell[];
}
