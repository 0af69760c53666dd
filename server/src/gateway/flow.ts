/**
 * Decides whether the target may send. Any part of a session holds it back under its own name (a slow browser,
 * a slow disk); it runs again when nobody holds it.
 */
export class FlowGate {
  readonly #holders = new Set<string>();
  readonly #onChange: (held: boolean) => void;

  /** @param onChange called with true when the first holder comes, with false when the last one goes */
  constructor(onChange: (held: boolean) => void) {
    this.#onChange = onChange;
  }

  /** Whether anybody holds it. */
  get held(): boolean {
    return this.#holders.size > 0;
  }

  /** Holds (`true`) or releases (`false`) under `name`; repeating it changes nothing. */
  set(name: string, hold: boolean): void {
    const before = this.held;
    if (hold) this.#holders.add(name);
    else this.#holders.delete(name);
    if (before !== this.held) this.#onChange(this.held);
  }
}
