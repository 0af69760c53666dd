const plain = (text: string): string => text.replace(/\s+/g, " ").trim();

/** Most commands that are awaited. */
const most = 64;

/** Finds the risk level that was decided for a command, when it is told what was run: in order, and some are never told. */
export class ExpectedRisks {
  #expected: { readonly command: string; readonly riskLevel: number }[] = [];

  /** A command is about to be run. */
  expect(command: string, riskLevel: number): void {
    this.#expected = [...this.#expected, { command: plain(command), riskLevel }].slice(-most);
  }

  /** The level of a command that was run; 0 where none was decided. */
  take(input: string): number {
    const run = plain(input);
    const at = this.#expected.findIndex(({ command }) => command === run || run.includes(command));
    if (at < 0) return 0;
    return this.#expected.splice(0, at + 1).at(-1)?.riskLevel ?? 0;
  }
}
