import type { FilesConnection } from "./files-api.ts";

/** What happens to names that are taken. */
export type ConflictPolicy = "overwrite" | "skip" | "keep";

/** Asks what happens to names that are taken; undefined: nothing more is to be transferred. */
export type AskConflict = (name: string) => Promise<ConflictPolicy | undefined>;

/** How a transfer stands. */
export interface TransferState {
  readonly id: number;
  readonly name: string;
  readonly phase: "running" | "done" | "failed" | "canceled";
  /** Bytes; a total of 0 where nobody knows it. */
  readonly done: number;
  readonly total: number;
  /** Bytes a second. */
  readonly rate: number;
  readonly files: number;
  /** Why it failed. */
  readonly message?: string;
}

/** What a transfer does, and tells while it does it. */
export interface TransferWork {
  readonly name: string;
  readonly total: number;
  /** Where it goes; asked for again when it is resumed. */
  readonly connection: () => FilesConnection | undefined;
  run(how: {
    readonly connection: FilesConnection;
    readonly signal: AbortSignal;
    /** Told how many bytes and files have come so far, of all. */
    progress(bytes: number, files: number): void;
  }): Promise<void>;
  /** Called when it is over, however. */
  settled(): void;
}

/** Time between two looks at the rate, in milliseconds. */
const RATE_EVERY = 1000;

/** The transfers of a page: begun, watched, canceled, resumed. */
export class Transfers {
  #states: readonly TransferState[] = [];
  readonly #works = new Map<number, { readonly work: TransferWork; readonly abort: AbortController }>();
  readonly #listeners = new Set<() => void>();
  #lastId = 0;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly states = (): readonly TransferState[] => this.#states;

  /** Whether leaving the page would end something. */
  get isBusy(): boolean {
    return this.#states.some(({ phase }) => phase === "running");
  }

  start(work: TransferWork): void {
    this.#lastId += 1;
    const id = this.#lastId;
    this.#states = [
      ...this.#states,
      { id, name: work.name, phase: "running", done: 0, total: work.total, rate: 0, files: 0 },
    ];
    void this.#run(id, work);
  }

  cancel(id: number): void {
    this.#works.get(id)?.abort.abort();
  }

  /** Begins one again that has failed, from where it stopped. */
  resume(id: number): void {
    const work = this.#works.get(id)?.work;
    if (work !== undefined) void this.#run(id, work);
  }

  /** Forgets those that are over. */
  clear(): void {
    for (const { id, phase } of this.#states) if (phase !== "running") this.#works.delete(id);
    this.#states = this.#states.filter(({ phase }) => phase === "running");
    this.#tell();
  }

  async #run(id: number, work: TransferWork): Promise<void> {
    const abort = new AbortController();
    this.#works.set(id, { work, abort });
    this.#change(id, { phase: "running" });
    let [seen, since] = [this.#states.find((state) => state.id === id)?.done ?? 0, performance.now()];
    const progress = (done: number, files: number) => {
      const passed = performance.now() - since;
      if (passed < RATE_EVERY / 4) return;
      const rate = Math.max(0, ((done - seen) * 1000) / passed);
      if (passed >= RATE_EVERY) [seen, since] = [done, performance.now()];
      this.#change(id, { done, files, rate });
    };
    try {
      const connection = work.connection();
      if (connection === undefined) throw new Error("");
      await work.run({ connection, signal: abort.signal, progress });
      this.#change(id, { phase: "done", ...(work.total > 0 ? { done: work.total } : {}), rate: 0 });
      this.#works.delete(id);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#change(id, { phase: abort.signal.aborted ? "canceled" : "failed", message, rate: 0 });
    } finally {
      work.settled();
    }
  }

  #change(id: number, change: Partial<TransferState>): void {
    this.#states = this.#states.map((state) => (state.id === id ? { ...state, ...change } : state));
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
