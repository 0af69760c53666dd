import { readLines, writeLine } from "../engine/cell/json-lines.ts";
import { become } from "../engine/process/unprivileged.ts";
import { hybridOffer } from "../engine/ssh/post-quantum/availability.ts";
import {
  type CellCommand,
  type CellError,
  type CellHostKey,
  type CellMethodName,
  type CellOrder,
  type CellReport,
  cellLimits,
} from "./messages.ts";
import { CellFailure, type CellMethod, type CellMethods } from "./method.ts";
import { refuseLocalSockets } from "./no-local-sockets.ts";

/** Milliseconds in which a method has to end that was told to; after that it is left alone. */
const endPatience = 2_000;

/**
 * The whole life of a cell: loads what it needs, gives up its rights, carries out orders, and ends when told to or
 * when its worker is gone. Never says anything but reports.
 */
export async function runCell(methods: CellMethods): Promise<void> {
  endQuietly();
  refuseLocalSockets();
  const loaded = new Map<CellMethodName, CellMethod>();
  const orders = new Orders(loaded);
  for await (const line of readLines(process.stdin, cellLimits.lineBytes)) {
    const command = JSON.parse(line) as CellCommand;
    if (command.type === "prepare") {
      for (const name of command.methods) {
        const load = methods[name];
        if (load !== undefined) loaded.set(name, await load(command.protocols));
      }
      // Any target may lie behind a gateway, which is reached by SSH.
      await hybridOffer();
      if (command.unprivilegedId !== null) become(command.unprivilegedId);
      report({ type: "ready" });
    } else if (command.type === "order") orders.begin(command.order);
    else if (command.type === "pinned") orders.pinned(command.request, command.key);
    else if (command.type === "stop") orders.stop(command.id);
    else await orders.finished();
    if (command.type === "end") break;
  }
  // Told to end, or the worker is gone: nobody listens any more.
  process.exit(0);
}

/** What goes wrong here is told without its words: they may hold what the order held. */
function endQuietly(): void {
  for (const event of ["uncaughtException", "unhandledRejection"] as const) {
    process.on(event, (error: unknown) => {
      const { name, code, stack } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
      const frames = (stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
      process.stderr.write(`${name ?? "Error"} ${code ?? ""}\n${frames.slice(0, 12).join("\n")}\n`, () =>
        process.exit(70),
      );
    });
  }
  process.stdout.on("error", () => process.exit(0));
}

function report(said: CellReport): void {
  void writeLine(process.stdout, said);
}

/** The orders at work here. */
class Orders {
  readonly #methods: ReadonlyMap<CellMethodName, CellMethod>;
  readonly #running = new Map<
    string,
    { readonly controller: AbortController; readonly done: Promise<void> }
  >();
  readonly #pins = new Map<number, (key: CellHostKey) => void>();
  #lastRequest = 0;

  constructor(methods: ReadonlyMap<CellMethodName, CellMethod>) {
    this.#methods = methods;
  }

  begin(order: CellOrder): void {
    const controller = new AbortController();
    const done = this.#carryOut(order, controller).then((outcome) => {
      this.#running.delete(order.id);
      report({ type: "done", id: order.id, ...outcome });
    });
    this.#running.set(order.id, { controller, done });
  }

  stop(id: string): void {
    this.#running.get(id)?.controller.abort(new CellFailure("stopped", "Stopped."));
  }

  pinned(request: number, key: CellHostKey): void {
    this.#pins.get(request)?.(key);
    this.#pins.delete(request);
  }

  async finished(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ done }) => done));
  }

  async #carryOut(order: CellOrder, controller: AbortController): Promise<Outcome> {
    const { id, timeoutSeconds } = order;
    let lines = 0;
    const late = setTimeout(() => {
      controller.abort(new CellFailure("timeout", `No answer within ${timeoutSeconds} seconds.`));
    }, timeoutSeconds * 1_000);
    try {
      const method = this.#methods.get(order.method);
      if (method === undefined) throw new CellFailure("not_supported", `There is no method ${order.method}.`);
      const work = method(order, {
        signal: controller.signal,
        log: (line) => {
          lines++;
          if (lines > cellLimits.logLines) return;
          report({ type: "log", id, line: line.slice(0, cellLimits.logCharacters) });
        },
        hostKeys: {
          pinFirst: async (place, key) => {
            const known = [order.target, ...order.gateways].find(
              (one) => one.id === place.assetId && one.address === place.host && one.port === place.port,
            );
            return known?.hostKey ?? (await this.#pin(id, place, key));
          },
          reportMismatch: async (place, { pinned, offered }) => {
            report({ type: "host_key_changed", id, place, pinned, offered });
          },
        },
      });
      work.catch(() => undefined);
      const result = await Promise.race([work, givenUp(controller.signal, work)]);
      if (JSON.stringify(result).length > cellLimits.resultBytes / 2) {
        throw new CellFailure("protocol_error", "The target answered more than can be kept.");
      }
      return { ok: true, result };
    } catch (error) {
      return { ok: false, error: explain(error, controller.signal) };
    } finally {
      clearTimeout(late);
      // Whatever the method left open ends with its order.
      controller.abort();
    }
  }

  #pin(id: string, place: Parameters<typeof pinReport>[2], key: CellHostKey): Promise<CellHostKey> {
    const request = ++this.#lastRequest;
    return new Promise((resolve) => {
      this.#pins.set(request, resolve);
      report(pinReport(id, request, place, key));
    });
  }
}

type Outcome =
  | { readonly ok: true; readonly result: Awaited<ReturnType<CellMethod>> }
  | { readonly ok: false; readonly error: CellError };

const pinReport = (
  id: string,
  request: number,
  place: Extract<CellReport, { type: "pin" }>["place"],
  key: CellHostKey,
): CellReport => ({ type: "pin", id, request, place, key });

/** Rejects a little after the order was given up, unless the method has ended by itself. */
function givenUp(signal: AbortSignal, work: Promise<unknown>): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => {
      const timer = setTimeout(() => reject(signal.reason), endPatience);
      work.then(
        () => clearTimeout(timer),
        () => clearTimeout(timer),
      );
    });
  });
}

/** An order given up failed for that reason, whatever its method made of it. */
function explain(error: unknown, signal: AbortSignal): CellError {
  if (signal.aborted && signal.reason instanceof CellFailure) return told(signal.reason);
  if (error instanceof CellFailure) return told(error);
  const { name, code } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  return { code: "fault", text: `${name ?? "Error"} ${code ?? ""}`.trim() };
}

const told = ({ code, message }: CellFailure): CellError => ({ code, text: message.slice(0, 2_000) });
