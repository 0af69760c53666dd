import {
  type CellCommand,
  type CellError,
  type CellHostKey,
  type CellHostKeyPlace,
  type CellMethodName,
  type CellOrder,
  type CellReport,
  cellLimits,
} from "../../cell/messages.ts";
import type { JsonObject } from "../json.ts";
import { log } from "../log.ts";
import { unprivilegedId } from "../process/unprivileged.ts";
import { readLines, writeLine } from "./json-lines.ts";
import { readReport } from "./read-report.ts";
import { type Cell, startCell } from "./start-cell.ts";

/** How an order ended. */
export type OrderOutcome =
  | { readonly ok: true; readonly result: JsonObject }
  | { readonly ok: false; readonly error: CellError };

/** What is to be done in cells, and who hears of it. */
export interface CellWork {
  /** The program of the cell. */
  readonly program: string;
  readonly methods: readonly CellMethodName[];
  /** Protocols of the targets. */
  readonly protocols: readonly string[];
  /** Most orders at work at once. */
  readonly parallel: number;
  /** The next order, made only when its turn comes: nothing is told to a cell before; null: there are no more. */
  next(): Promise<CellOrder | null>;
  /** A line of an order, as the target or the method put it. */
  said(order: CellOrder, line: string): void;
  /** An order ended; it is awaited before more is read. */
  done(order: CellOrder, outcome: OrderOutcome): Promise<void>;
  readonly hostKeys: {
    /** Pins the key unless one is pinned; answers the pinned one. */
    pinFirst(order: CellOrder, place: CellHostKeyPlace, key: CellHostKey): Promise<CellHostKey>;
    changed(order: CellOrder, place: CellHostKeyPlace, offered: CellHostKey): Promise<void>;
  };
  /** Whether an order whose cell died may be given to another one. */
  readonly repeatable: boolean;
  /** Told of each cell: where it runs, and when it is gone. */
  started(pid: number): Promise<void>;
  /** Ends the cell, and everything with it. */
  readonly signal: AbortSignal;
}

/** Cells cannot be started here at all; the log of the product says why. */
export class CellsDoNotStartError extends Error {
  override readonly name = "CellsDoNotStartError";
}

/** Seconds in which a cell has to be ready. */
const readyWithin = 20;
/** Seconds after its own time in which an order has to be done. */
const overdueAfter = 5;

const died: CellError = {
  code: "cell_died",
  text: "The process that reached this target ended unexpectedly.",
};

/**
 * Has orders carried out, each in a process that knows nothing but the orders of this execution. When such a process
 * dies, those it was working on are given, one by one, to others: the one that kills them fails alone.
 */
export async function runOrders(work: CellWork): Promise<void> {
  let isExhausted = false;
  const next = async (): Promise<CellOrder | null> => {
    const order = isExhausted ? null : await work.next();
    isExhausted ||= order === null;
    return order;
  };
  while (!isExhausted && !work.signal.aborted) {
    const left = await runCell(work, next, work.parallel);
    for (const order of left) {
      if (work.signal.aborted) return;
      let alone: CellOrder | null = work.repeatable ? order : null;
      const take = async (): Promise<CellOrder | null> => {
        const one = alone;
        alone = null;
        return one;
      };
      const leftAgain = work.repeatable ? await runCell(work, take, 1) : [order];
      if (leftAgain.length > 0 && !work.signal.aborted) await work.done(order, { ok: false, error: died });
    }
  }
}

/** One cell, until its orders are done or it is gone. Answers what it was working on then. */
async function runCell(
  work: CellWork,
  next: () => Promise<CellOrder | null>,
  parallel: number,
): Promise<readonly CellOrder[]> {
  const first = await next();
  if (first === null) return [];
  const cell = startCell(work.program);
  const kill = (): void => cell.kill();
  work.signal.addEventListener("abort", kill, { once: true });
  if (work.signal.aborted) kill();
  const conversation = new Conversation(work, cell, next, parallel);
  try {
    await work.started(cell.pid);
    await conversation.hold(first);
  } finally {
    work.signal.removeEventListener("abort", kill);
    if (conversation.isOver) cell.commands.end();
    else cell.kill();
    await cell.gone;
  }
  const { code, lastWords } = await cell.gone;
  const left = conversation.left();
  if (work.signal.aborted) return left;
  if (!conversation.wasReady) {
    log.error({ cell: cell.pid, code, lastWords }, "a cell did not become ready");
    throw new CellsDoNotStartError();
  }
  if (left.length > 0) {
    log.error(
      { cell: cell.pid, code, lastWords, orders: left.length },
      "a cell ended in the middle of its work",
    );
  }
  return left;
}

/** What is at work in a cell. */
interface Open {
  readonly order: CellOrder;
  /** Milliseconds since 1970 after which it is overdue. */
  readonly due: number;
  lines: number;
}

/** What a worker and one cell say to each other. Nothing the cell says is believed beyond its own orders. */
class Conversation {
  readonly #work: CellWork;
  readonly #cell: Cell;
  readonly #next: () => Promise<CellOrder | null>;
  readonly #parallel: number;
  readonly #open = new Map<string, Open>();
  #hasMore = true;
  /** Whether the cell ever was ready for orders. */
  wasReady = false;
  /** Whether everything was done, and the cell was told so. */
  isOver = false;

  constructor(work: CellWork, cell: Cell, next: () => Promise<CellOrder | null>, parallel: number) {
    this.#work = work;
    this.#cell = cell;
    this.#next = next;
    this.#parallel = parallel;
  }

  /** The orders the cell has not done. */
  left(): readonly CellOrder[] {
    return [...this.#open.values()].map(({ order }) => order);
  }

  /** Talks until everything is done, or the cell is gone or talks nonsense. */
  async hold(first: CellOrder): Promise<void> {
    const { methods, protocols } = this.#work;
    await this.#say({
      type: "prepare",
      methods,
      protocols,
      parallel: this.#parallel,
      unprivilegedId: unprivilegedId(true),
    });
    // Kept from now on: a cell that dies before it is ready has failed this one.
    this.#note(first);
    const unready = setTimeout(() => this.#cell.kill(), readyWithin * 1_000);
    const watch = setInterval(() => this.#endOverdue(), 1_000);
    try {
      for await (const line of readLines(this.#cell.reports, cellLimits.lineBytes)) {
        const report = readReport(line);
        if (report === null) return;
        if (report.type === "ready") {
          clearTimeout(unready);
          this.wasReady = true;
          this.#note(first);
          await this.#say({ type: "order", order: first });
          await this.#giveMore();
        } else if (!(await this.#hear(report))) return;
        if (this.#open.size === 0 && !this.#hasMore) {
          await this.#say({ type: "end" });
          this.isOver = true;
          return;
        }
      }
    } catch {
      // A line without end, or a pipe that broke: the cell is of no more use.
    } finally {
      clearTimeout(unready);
      clearInterval(watch);
    }
  }

  #say(command: CellCommand): Promise<void> {
    return writeLine(this.#cell.commands, command);
  }

  #note(order: CellOrder): void {
    const starting = this.wasReady ? 0 : readyWithin;
    const due = Date.now() + (order.timeoutSeconds + starting + overdueAfter) * 1_000;
    this.#open.set(order.id, { order, due, lines: 0 });
  }

  async #giveMore(): Promise<void> {
    while (this.#hasMore && this.#open.size < this.#parallel && !this.#work.signal.aborted) {
      const order = await this.#next();
      if (order === null) this.#hasMore = false;
      else {
        this.#note(order);
        await this.#say({ type: "order", order });
      }
    }
  }

  /** Acts on a report; false: it is about something this cell was never told. */
  async #hear(report: Exclude<CellReport, { type: "ready" }>): Promise<boolean> {
    const open = this.#open.get(report.id);
    if (open === undefined) return false;
    const { order } = open;
    switch (report.type) {
      case "log":
        open.lines++;
        if (open.lines <= cellLimits.logLines) this.#work.said(order, report.line);
        return open.lines <= cellLimits.logLines * 2;
      case "pin": {
        if (!belongs(order, report.place)) return false;
        const key = await this.#work.hostKeys.pinFirst(order, report.place, report.key);
        await this.#say({ type: "pinned", request: report.request, key });
        return true;
      }
      case "host_key_changed":
        if (!belongs(order, report.place)) return false;
        await this.#work.hostKeys.changed(order, report.place, report.offered);
        return true;
      case "done":
        this.#open.delete(report.id);
        await this.#work.done(
          order,
          report.ok ? { ok: true, result: report.result } : { ok: false, error: report.error },
        );
        await this.#giveMore();
        return true;
    }
  }

  /** A cell that does not even give up its orders in time hangs: those overdue have failed, the others have not. */
  #endOverdue(): void {
    const overdue = [...this.#open.values()].filter(({ due }) => due < Date.now());
    if (overdue.length === 0) return;
    this.#cell.kill();
    for (const { order } of overdue) {
      this.#open.delete(order.id);
      const error = { code: "timeout", text: `No answer within ${order.timeoutSeconds} seconds.` };
      void this.#work.done(order, { ok: false, error });
    }
  }
}

/** Whether a place is one this order was about. */
function belongs(order: CellOrder, { assetId, host }: CellHostKeyPlace): boolean {
  return [order.target, ...order.gateways].some(({ id, address }) => id === assetId && address === host);
}
