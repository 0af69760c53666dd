import type { Row } from "../metadata/types.ts";

/** What became of a row: waiting, at the server right now, taken, or refused. */
export type RowStatus = "pending" | "sending" | "ok" | "error";

/** One row of an import. */
export interface ImportRow {
  /** Its place in the file; the first is 0. */
  readonly index: number;
  readonly values: Row;
  readonly status: RowStatus;
  /** Why it was refused, one reason an entry. */
  readonly reasons: readonly string[];
  /** Key of the object it became. Sent again, it changes that object. */
  readonly savedAs?: string;
}

/** Whether rows are being sent (docs/contract/console.md, "Import"). */
export type TaskStatus = "pending" | "started" | "stopped" | "done";

/** An import at one moment. */
export interface ImportState {
  readonly status: TaskStatus;
  readonly rows: readonly ImportRow[];
  /** Index of the row that was sent last; undefined before the first. */
  readonly at: number | undefined;
  /** Why the task stopped by itself; undefined while nothing is in its way. */
  readonly obstacle: string | undefined;
}

/** How many rows there are in each state; rows under way count as pending. */
export interface ImportCounts {
  readonly total: number;
  readonly ok: number;
  readonly error: number;
  readonly pending: number;
}

/** Thrown by a sender when no row can be sent for now: the row stays pending and the task stops. */
export class SendingObstacle extends Error {}

/** Thrown by a sender when the server refuses a row. */
export class RowRefused extends Error {
  readonly reasons: readonly string[];
  constructor(reasons: readonly string[]) {
    super(reasons.join("; "));
    this.reasons = reasons;
  }
}

/** What became of a row that was sent with others: the key of its object, or why it was refused. */
export type RowResult = { readonly savedAs: string | undefined } | { readonly reasons: readonly string[] };

/** What an import is made of. */
export interface ImportPlan {
  readonly rows: readonly Row[];
  /**
   * Sends a row and answers the key of the object it became.
   *
   * @throws RowRefused when this row is refused
   * @throws SendingObstacle when rows cannot be sent at all
   */
  readonly send: (row: ImportRow) => Promise<string | undefined>;
  /**
   * Sends several rows at once and reports what became of each; those it reports nothing of are sent one by one.
   * Default: all rows are.
   *
   * @throws SendingObstacle when rows cannot be sent at all
   */
  readonly sendMany?: (
    rows: readonly ImportRow[],
    report: (index: number, result: RowResult) => void,
  ) => Promise<void>;
  /** Waits between pages; ends early when the signal is aborted. */
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** Rows of a page in sight, and of those that are sent at once. */
export const IMPORT_PAGE = 10;

/** Rows from which a file is sent in larger pages, and how large those are. */
const LARGE_FILE = { from: 501, page: 100 };

/** Pause after each page, in milliseconds. */
const PAUSE = 100;

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/**
 * An import under way: sends rows page by page, can be stopped and continued, and takes corrections. Draws
 * nothing; screens follow it with `subscribe` and `state`.
 *
 * @example const task = new ImportTask({ rows, send }); await task.start();
 */
export class ImportTask {
  #state: ImportState;
  readonly #plan: ImportPlan;
  readonly #watchers = new Set<() => void>();
  #run: AbortController | undefined;

  constructor(plan: ImportPlan) {
    this.#plan = plan;
    const rows = plan.rows.map((values, index) => ({
      index,
      values,
      status: "pending" as const,
      reasons: [],
    }));
    this.#state = { status: "pending", rows, at: undefined, obstacle: undefined };
  }

  /** The import now; the same object until something changes. */
  get state(): ImportState {
    return this.#state;
  }

  /** Calls the watcher after every change. @returns a function that ends it */
  subscribe = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };

  /**
   * Sends all pending rows, page by page. When every row has been sent, those that were refused are sent again.
   * Settles when the task is done or stopped.
   */
  async start(): Promise<void> {
    if (this.#run !== undefined) return;
    const run = new AbortController();
    this.#run = run;
    const again = this.#state.rows.every(({ status }) => status !== "pending");
    this.#change({
      status: "started",
      obstacle: undefined,
      rows: again
        ? this.#state.rows.map((row) => (row.status === "error" ? { ...row, status: "pending" } : row))
        : this.#state.rows,
    });
    try {
      await this.#sendPages(run.signal);
    } finally {
      this.#run = undefined;
      const left = this.#state.rows.some(({ status }) => status === "pending");
      this.#change({ status: left ? "stopped" : "done" });
    }
  }

  /** Stops after the page that is at the server, or the single row, whose result is still told. */
  stop(): void {
    this.#run?.abort();
  }

  /** Replaces one value of a row, which is then pending; undefined leaves the field out. Not while it is being sent. */
  edit(index: number, field: string, value: unknown): void {
    const row = this.#state.rows[index];
    if (row === undefined || row.status === "sending") return;
    const { [field]: _, ...others } = row.values;
    const values = value === undefined ? others : { ...row.values, [field]: value };
    this.#changeRow(index, { values, status: "pending", reasons: [] });
    if (this.#state.status === "done") this.#change({ status: "stopped" });
  }

  async #sendPages(signal: AbortSignal): Promise<void> {
    const pause = this.#plan.pause ?? wait;
    const { length } = this.#state.rows;
    const size = length < LARGE_FILE.from ? IMPORT_PAGE : LARGE_FILE.page;
    for (let first = 0; first < length && !signal.aborted; first += size) {
      const end = Math.min(first + size, length);
      const waiting = this.#waiting(first, end);
      if (waiting.length === 0) continue;
      const { sendMany } = this.#plan;
      if (sendMany !== undefined && waiting.length > 1 && !(await this.#sendTogether(waiting, sendMany)))
        return;
      for (const { index } of this.#waiting(first, end)) {
        if (signal.aborted) return;
        if (!(await this.#sendRow(index))) return;
      }
      if (end < length) await pause(PAUSE, signal);
    }
  }

  /** The rows of a page that wait. */
  #waiting(first: number, end: number): readonly ImportRow[] {
    return this.#state.rows.slice(first, end).filter(({ status }) => status === "pending");
  }

  /** Sends rows at once; those nothing became of wait again. @returns whether further ones can be sent */
  async #sendTogether(
    rows: readonly ImportRow[],
    sendMany: NonNullable<ImportPlan["sendMany"]>,
  ): Promise<boolean> {
    const results = new Map<number, RowResult>();
    const settle = (): void => {
      this.#changeRows(rows, ({ index }) => {
        const result = results.get(index);
        if (result === undefined) return { status: "pending" };
        if ("reasons" in result) return { status: "error", reasons: result.reasons };
        const { savedAs } = result;
        return { status: "ok", reasons: [], ...(savedAs === undefined ? {} : { savedAs }) };
      });
    };
    this.#changeRows(rows, () => ({ status: "sending" }));
    this.#change({ at: rows.at(-1)?.index });
    try {
      await sendMany(rows, (index, result) => results.set(index, result));
      settle();
      return true;
    } catch (error) {
      settle();
      if (!(error instanceof SendingObstacle)) return true;
      this.#change({ obstacle: error.message });
      return false;
    }
  }

  /** @returns whether the next one can be sent */
  async #sendRow(index: number): Promise<boolean> {
    this.#change({ at: index });
    const row = this.#changeRow(index, { status: "sending" });
    if (row === undefined) return false;
    try {
      const savedAs = await this.#plan.send(row);
      this.#changeRow(index, { status: "ok", reasons: [], ...(savedAs === undefined ? {} : { savedAs }) });
      return true;
    } catch (error) {
      if (error instanceof SendingObstacle) {
        this.#changeRow(index, { status: "pending" });
        this.#change({ obstacle: error.message });
        return false;
      }
      const reasons = error instanceof RowRefused ? error.reasons : [String(error)];
      this.#changeRow(index, { status: "error", reasons });
      return true;
    }
  }

  #changeRow(index: number, changes: Partial<ImportRow>): ImportRow | undefined {
    const row = this.#state.rows[index];
    if (row === undefined) return undefined;
    this.#changeRows([row], () => changes);
    return this.#state.rows[index];
  }

  #changeRows(changed: readonly ImportRow[], changes: (row: ImportRow) => Partial<ImportRow>): void {
    const rows = [...this.#state.rows];
    for (const { index } of changed) {
      const row = rows[index];
      if (row !== undefined) rows[index] = { ...row, ...changes(row) };
    }
    this.#change({ rows });
  }

  #change(changes: Partial<ImportState>): void {
    this.#state = { ...this.#state, ...changes };
    for (const watcher of [...this.#watchers]) watcher();
  }
}

/** Counts the rows by their state. */
export function countRows(rows: readonly ImportRow[]): ImportCounts {
  const counts = { total: rows.length, ok: 0, error: 0, pending: 0 };
  for (const { status } of rows) counts[status === "sending" ? "pending" : status] += 1;
  return counts;
}
