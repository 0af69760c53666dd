import { type Language, type Message, withParameters } from "../engine/i18n/messages.ts";
import { become } from "../engine/process/unprivileged.ts";
import { readLines, writeLine } from "../transport/runner-control/json-lines.ts";
import {
  type JobSpec,
  type RunnerCommand,
  type RunnerError,
  type RunnerMethodName,
  type RunnerReport,
  runnerLimits,
} from "../transport/runner-control/messages.ts";
import { endings, errorOf } from "../transport/runner-control/texts.ts";
import type { HostKey } from "../transport/ssh/host-key.ts";
import { hybridOffer } from "../transport/ssh/post-quantum/availability.ts";
import { RunnerFailure, type RunnerMethod, type RunnerMethods } from "./method.ts";
import { refuseLocalSockets } from "./no-local-sockets.ts";

/** Milliseconds in which a method has to end after it was asked to; after that it is left alone. */
const stopTimeout = 2_000;

/**
 * The whole life of a runner: loads what it needs, gives up its rights, runs jobs, and ends when asked to or
 * when its worker is gone. Never says anything but reports.
 */
export async function runRunner(methods: RunnerMethods): Promise<void> {
  endQuietly();
  refuseLocalSockets();
  const loaded = new Map<RunnerMethodName, RunnerMethod>();
  const specs = new RunningJobs(loaded);
  for await (const line of readLines(process.stdin, runnerLimits.lineBytes)) {
    const command = JSON.parse(line) as RunnerCommand;
    if (command.type === "prepare") {
      for (const name of command.methods) {
        const load = methods[name];
        if (load !== undefined) loaded.set(name, await load(command.protocols));
      }
      // Any target may lie behind a gateway, which is reached by SSH.
      await hybridOffer();
      if (command.unprivilegedId !== null) become(command.unprivilegedId);
      report({ type: "ready" });
    } else if (command.type === "job") specs.begin(command.spec);
    else if (command.type === "pinned") specs.pinned(command.request, command.key);
    else if (command.type === "stop") specs.stop(command.id);
    else await specs.finished();
    if (command.type === "end") break;
  }
  // Asked to end, or the worker is gone: nobody listens any more.
  process.exit(0);
}

/** What goes wrong here is reported without its message: they may hold what the job held. */
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

function report(said: RunnerReport): void {
  void writeLine(process.stdout, said);
}

/** A text in pieces the worker takes, none of which ends within a character. */
function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const end = at + runnerLimits.outputCharacters;
    const splits = end < text.length && (text.charCodeAt(end) & 0xfc00) === 0xdc00;
    const piece = text.slice(at, splits ? end - 1 : end);
    yield piece;
    at += piece.length;
  }
}

/** A failure for people. */
function failure(code: string, message: Message, language: Language): RunnerFailure {
  const { text, translations } = errorOf(code, message, language);
  return new RunnerFailure(code, text, translations);
}

/** The jobs at work here. */
class RunningJobs {
  readonly #methods: ReadonlyMap<RunnerMethodName, RunnerMethod>;
  readonly #running = new Map<
    string,
    { readonly controller: AbortController; readonly done: Promise<void>; readonly language: Language }
  >();
  readonly #pins = new Map<number, (key: HostKey) => void>();
  #lastRequest = 0;

  constructor(methods: ReadonlyMap<RunnerMethodName, RunnerMethod>) {
    this.#methods = methods;
  }

  begin(spec: JobSpec): void {
    const controller = new AbortController();
    const done = this.#runJob(spec, controller).then((outcome) => {
      this.#running.delete(spec.id);
      report({ type: "done", id: spec.id, ...outcome });
    });
    this.#running.set(spec.id, { controller, done, language: spec.language });
  }

  stop(id: string): void {
    const job = this.#running.get(id);
    job?.controller.abort(failure("stopped", endings.stopped, job.language));
  }

  pinned(request: number, key: HostKey): void {
    this.#pins.get(request)?.(key);
    this.#pins.delete(request);
  }

  async finished(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ done }) => done));
  }

  async #runJob(spec: JobSpec, controller: AbortController): Promise<Outcome> {
    const { id, timeoutSeconds } = spec;
    let lines = 0;
    const late = setTimeout(() => {
      const late = withParameters(endings.late, { seconds: timeoutSeconds });
      controller.abort(failure("timeout", late, spec.language));
    }, timeoutSeconds * 1_000);
    try {
      const method = this.#methods.get(spec.method);
      if (method === undefined)
        throw new RunnerFailure("not_supported", `There is no method ${spec.method}.`);
      const work = method(spec, {
        signal: controller.signal,
        log: (line) => {
          lines++;
          if (lines > runnerLimits.logLines) return;
          report({ type: "log", id, line: line.slice(0, runnerLimits.logCharacters) });
        },
        opened: () => report({ type: "opened", id }),
        output: (text, isError) => {
          for (const piece of piecesOf(text)) report({ type: "output", id, text: piece, isError });
        },
        hostKeys: {
          pinFirst: async (endpoint, key) => {
            const known = [spec.target, ...spec.gateways].find(
              (one) =>
                one.id === endpoint.assetId && one.address === endpoint.host && one.port === endpoint.port,
            );
            return known?.hostKey ?? (await this.#pin(id, endpoint, key));
          },
          reportMismatch: async (endpoint, { pinned, offered }) => {
            report({ type: "host_key_changed", id, endpoint, pinned, offered });
          },
        },
      });
      work.catch(() => undefined);
      const result = await Promise.race([work, givenUp(controller.signal, work)]);
      if (JSON.stringify(result).length > runnerLimits.resultBytes / 2) {
        throw failure("protocol_error", endings.tooMuch, spec.language);
      }
      return { ok: true, result };
    } catch (error) {
      return { ok: false, error: explain(error, controller.signal) };
    } finally {
      clearTimeout(late);
      // Whatever the method left open ends with its job.
      controller.abort();
    }
  }

  #pin(id: string, endpoint: Parameters<typeof pinReport>[2], key: HostKey): Promise<HostKey> {
    const request = ++this.#lastRequest;
    return new Promise((resolve) => {
      this.#pins.set(request, resolve);
      report(pinReport(id, request, endpoint, key));
    });
  }
}

type Outcome =
  | { readonly ok: true; readonly result: Awaited<ReturnType<RunnerMethod>> }
  | { readonly ok: false; readonly error: RunnerError };

const pinReport = (
  id: string,
  request: number,
  endpoint: Extract<RunnerReport, { type: "pin" }>["endpoint"],
  key: HostKey,
): RunnerReport => ({ type: "pin", id, request, endpoint, key });

/** Rejects a little after the job was given up, unless the method has ended by itself. */
function givenUp(signal: AbortSignal, work: Promise<unknown>): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => {
      const timer = setTimeout(() => reject(signal.reason), stopTimeout);
      work.then(
        () => clearTimeout(timer),
        () => clearTimeout(timer),
      );
    });
  });
}

/** A job given up failed for that reason, whatever its method made of it. */
function explain(error: unknown, signal: AbortSignal): RunnerError {
  if (signal.aborted && signal.reason instanceof RunnerFailure) return told(signal.reason);
  if (error instanceof RunnerFailure) return told(error);
  const { name, code } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  return { code: "fault", text: `${name ?? "Error"} ${code ?? ""}`.trim() };
}

const told = ({ code, message, translations: { en, zh, ja } }: RunnerFailure): RunnerError => ({
  code,
  text: cut(message),
  translations: { en: cut(en), zh: cut(zh), ja: cut(ja) },
});

const cut = (shown: string): string => shown.slice(0, runnerLimits.reasonCharacters);
