/** What keeps a server from being asked; each has a sentence of its own in `texts.ts`. */
type RadiusProblem =
  /** Address or secret are missing. */
  | "not_set_up"
  /** Nobody answers, or nobody can be reached. */
  | "away"
  /** Something answers, and none of it is by the shared secret. */
  | "false_answers";

/** A server that could not be asked. No secret is in it. */
export class RadiusFailure extends Error {
  override readonly name = "RadiusFailure";
  readonly problem: RadiusProblem;
  /** For operators: the system's words, or the check that failed. */
  readonly detail: string;

  constructor(problem: RadiusProblem, detail: string) {
    super(`${problem}: ${detail}`);
    this.problem = problem;
    this.detail = detail;
  }
}
