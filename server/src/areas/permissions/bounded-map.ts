/** A map by text of at most so many entries: the one set longest ago makes room. */
export class BoundedMap<Value> {
  readonly #most: number;
  readonly #entries = new Map<string, Value>();

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key);
  }

  set(key: string, value: Value): void {
    this.#entries.delete(key);
    if (this.#entries.size >= this.#most) this.#entries.delete(this.#entries.keys().next().value ?? "");
    this.#entries.set(key, value);
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }
}
