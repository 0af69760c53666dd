/** Most changes that are remembered; a command is known long before there are as many. */
const mostTurns = 64;

/** Who sent a line, and when: Enter is what counts, whoever typed the rest. */
export class Senders {
  #turns: { readonly by: string; readonly from: number }[] = [];
  #last = 0;

  /** Now, in milliseconds since 1970; never the same moment twice, so that what came first is known. */
  now(): number {
    this.#last = Math.max(Date.now(), this.#last + 1);
    return this.#last;
  }

  /** Somebody pressed Enter now; an empty name is the session's person. */
  sent(by: string): void {
    if ((this.#turns.at(-1)?.by ?? "") === by) return;
    this.#turns.push({ by, from: this.now() });
    if (this.#turns.length > mostTurns) this.#turns = this.#turns.slice(-mostTurns);
  }

  /** Who had pressed Enter last at a moment. */
  at(moment: number): string {
    return this.#turns.findLast(({ from }) => from <= moment)?.by ?? "";
  }
}
