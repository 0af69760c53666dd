/** Most styles kept apart in one session; what comes beyond them is drawn plainly. */
const mostStyles = 4096;

/** Attributes that are on or off, by the parameter that turns each on. */
const switches = [1, 2, 3, 4, 5, 7, 8, 9] as const;

/** What turns attributes off, by the parameter. */
const offs: ReadonlyMap<number, readonly number[]> = new Map([
  [21, []],
  [22, [1, 2]],
  [23, [3]],
  [24, [4]],
  [25, [5]],
  [27, [7]],
  [28, [8]],
  [29, [9]],
]);

/**
 * How text is drawn on a terminal: the attributes of `CSI … m`, each combination of them known by a number; 0 is plain.
 */
export class TerminalStyles {
  /** The number of the style that is written in now. */
  current = 0;
  /** The number of the style of what is erased now: its background alone. */
  blank = 0;
  readonly #numbers = new Map<string, number>([["", 0]]);
  readonly #sequences: string[] = [""];
  readonly #on = new Set<number>();
  #foreground = "";
  #background = "";

  /** The parameters of `CSI … m` that draw in a style, from plain. */
  sequence(style: number): string {
    return this.#sequences[style] ?? "";
  }

  /** Takes the parameters of one `CSI … m`. */
  apply(parameters: readonly number[]): void {
    for (let at = 0; at < parameters.length; at += 1) {
      const parameter = parameters[at] ?? 0;
      if (parameter === 38 || parameter === 48) at += this.#extended(parameter, parameters.slice(at + 1));
      else this.#single(parameter);
    }
    this.current = this.#numberOf([...this.#on, this.#foreground, this.#background]);
    this.blank = this.#numberOf([this.#background]);
  }

  #single(parameter: number): void {
    if (parameter === 0) {
      this.#on.clear();
      this.#foreground = "";
      this.#background = "";
    } else if (switches.some((known) => known === parameter)) {
      this.#on.add(parameter);
    } else if (offs.has(parameter)) {
      for (const off of offs.get(parameter) ?? []) this.#on.delete(off);
    } else if (parameter === 39) {
      this.#foreground = "";
    } else if (parameter === 49) {
      this.#background = "";
    } else if (isForeground(parameter)) {
      this.#foreground = String(parameter);
    } else if (isForeground(parameter - 10)) {
      this.#background = String(parameter);
    }
  }

  /** A colour of the palette or of three parts. @returns how many parameters it took besides the first */
  #extended(kind: 38 | 48, rest: readonly number[]): number {
    const length = rest[0] === 5 ? 2 : rest[0] === 2 ? 4 : 0;
    if (length === 0 || rest.length < length) return rest.length;
    const colour = [kind, ...rest.slice(0, length)].join(";");
    if (kind === 38) this.#foreground = colour;
    else this.#background = colour;
    return length;
  }

  #numberOf(parts: readonly (number | string)[]): number {
    const sequence = parts.filter((part) => part !== "").join(";");
    const known = this.#numbers.get(sequence);
    if (known !== undefined) return known;
    if (this.#sequences.length >= mostStyles) return 0;
    this.#numbers.set(sequence, this.#sequences.length);
    return this.#sequences.push(sequence) - 1;
  }
}

const isForeground = (parameter: number): boolean =>
  (parameter >= 30 && parameter <= 37) || (parameter >= 90 && parameter <= 97);
