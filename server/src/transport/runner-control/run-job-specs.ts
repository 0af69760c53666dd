import { withParameters } from "../../engine/i18n/messages.ts";
import type { JsonObject } from "../../engine/json.ts";
import { log } from "../../engine/log.ts";
import { unprivilegedId } from "../../engine/process/unprivileged.ts";
import type { HostKey, HostKeyEndpoint } from "../ssh/host-key.ts";
import { readLines, writeLine } from "./json-lines.ts";
import {
  type JobSpec,
  type RunnerCommand,
  type RunnerError,
  type RunnerMethodName,
  type RunnerReport,
  runnerLimits,
} from "./messages.ts";
import { readReport } from "./read-report.ts";
import { type Runner, startRunner } from "./start-runner.ts";
import { endings, errorOf } from "./texts.ts";

/** How a job ended. */
export type JobOutcome =
  | { readonly ok: true; readonly result: JsonObject }
  | { readonly ok: false; readonly error: RunnerError };

/** What is to be done in runners, and who hears of it. */
export interface RunnerWork {
  /** The program of the runner. */
  readonly program: string;
  readonly methods: readonly RunnerMethodName[];
  /** Protocols of the targets. */
  readonly protocols: readonly string[];
  /** Most jobs at work at once. */
  readonly parallel: number;
  /** The next job, made only when its turn comes: a runner receives nothing before; null: there are no more. */
  next(): Promise<JobSpec | null>;
  /** A line of a job, as the target or the method put it. */
  said(spec: JobSpec, line: string): void;
  /** The account of a job is signed in. */
  opened?(spec: JobSpec): void;
  /** What the statement of a job brought; more than `runnerLimits` allow is no output. */
  output?(spec: JobSpec, text: string, isError: boolean): void;
  /** A job ended; it is awaited before more is read. */
  done(spec: JobSpec, outcome: JobOutcome): Promise<void>;
  readonly hostKeys: {
    /** Pins the key unless one is pinned; answers the pinned one. */
    pinFirst(spec: JobSpec, endpoint: HostKeyEndpoint, key: HostKey): Promise<HostKey>;
    changed(spec: JobSpec, endpoint: HostKeyEndpoint, offered: HostKey): Promise<void>;
  };
  /** Whether a job whose runner died may be given to another one. */
  readonly repeatable: boolean;
  /** Called for each runner: where it runs, and when it is gone. */
  started(pid: number): Promise<void>;
  /** Ends the runner, and everything with it. */
  readonly signal: AbortSignal;
}

/** Runners cannot be started here at all; the log of the product says why. */
export class RunnersDoNotStartError extends Error {
  override readonly name = "RunnersDoNotStartError";
}

/** Seconds in which a runner has to be ready. */
const readyWithin = 20;
/** Seconds after its own time in which a job has to be done. */
const overdueAfter = 5;

/**
 * Runs jobs, each in a process that knows nothing but the jobs of this execution. When such a process
 * dies, those it was working on are given, one by one, to others: the one that kills them fails alone.
 */
export async function runJobSpecs(work: RunnerWork): Promise<void> {
  let isExhausted = false;
  const next = async (): Promise<JobSpec | null> => {
    const spec = isExhausted ? null : await work.next();
    isExhausted ||= spec === null;
    return spec;
  };
  while (!isExhausted && !work.signal.aborted) {
    const left = await runRunner(work, next, work.parallel);
    for (const spec of left) {
      if (work.signal.aborted) return;
      let alone: JobSpec | null = work.repeatable ? spec : null;
      const take = async (): Promise<JobSpec | null> => {
        const one = alone;
        alone = null;
        return one;
      };
      const leftAgain = work.repeatable ? await runRunner(work, take, 1) : [spec];
      if (leftAgain.length > 0 && !work.signal.aborted) {
        await work.done(spec, { ok: false, error: errorOf("runner_died", endings.died, spec.language) });
      }
    }
  }
}

/** One runner, until its jobs are done or it is gone. Answers what it was working on then. */
async function runRunner(
  work: RunnerWork,
  next: () => Promise<JobSpec | null>,
  parallel: number,
): Promise<readonly JobSpec[]> {
  const first = await next();
  if (first === null) return [];
  const runner = startRunner(work.program);
  const kill = (): void => runner.kill();
  work.signal.addEventListener("abort", kill, { once: true });
  if (work.signal.aborted) kill();
  const conversation = new Conversation(work, runner, next, parallel);
  try {
    await work.started(runner.pid);
    await conversation.hold(first);
  } finally {
    work.signal.removeEventListener("abort", kill);
    if (conversation.isOver) runner.commands.end();
    else runner.kill();
    await runner.gone;
  }
  const { code, lastWords } = await runner.gone;
  const left = conversation.left();
  if (work.signal.aborted) return left;
  if (!conversation.wasReady) {
    log.error({ runner: runner.pid, code, lastWords }, "a runner did not become ready");
    throw new RunnersDoNotStartError();
  }
  if (left.length > 0) {
    log.error(
      { runner: runner.pid, code, lastWords, specs: left.length },
      "a runner ended in the middle of its work",
    );
  }
  return left;
}

/** What is at work in a runner. */
interface Open {
  readonly spec: JobSpec;
  /** Milliseconds since 1970 after which it is overdue. */
  readonly due: number;
  lines: number;
  characters: number;
}

/** What a worker and one runner say to each other. Nothing the runner says is believed beyond its own jobs. */
class Conversation {
  readonly #work: RunnerWork;
  readonly #runner: Runner;
  readonly #next: () => Promise<JobSpec | null>;
  readonly #parallel: number;
  readonly #open = new Map<string, Open>();
  #hasMore = true;
  /** Whether the runner ever was ready for jobs. */
  wasReady = false;
  /** Whether everything was done, and the runner was informed so. */
  isOver = false;

  constructor(work: RunnerWork, runner: Runner, next: () => Promise<JobSpec | null>, parallel: number) {
    this.#work = work;
    this.#runner = runner;
    this.#next = next;
    this.#parallel = parallel;
  }

  /** The jobs the runner has not done. */
  left(): readonly JobSpec[] {
    return [...this.#open.values()].map(({ spec }) => spec);
  }

  /** Talks until everything is done, or the runner is gone or talks nonsense. */
  async hold(first: JobSpec): Promise<void> {
    const { methods, protocols } = this.#work;
    await this.#say({
      type: "prepare",
      methods,
      protocols,
      parallel: this.#parallel,
      unprivilegedId: unprivilegedId(true),
    });
    // Kept from now on: a runner that dies before it is ready has failed this one.
    this.#note(first);
    const unready = setTimeout(() => this.#runner.kill(), readyWithin * 1_000);
    const watch = setInterval(() => this.#endOverdue(), 1_000);
    try {
      for await (const line of readLines(this.#runner.reports, runnerLimits.lineBytes)) {
        const report = readReport(line);
        if (report === null) return;
        if (report.type === "ready") {
          clearTimeout(unready);
          this.wasReady = true;
          this.#note(first);
          await this.#say({ type: "job", spec: first });
          await this.#assignMore();
        } else if (!(await this.#hear(report))) return;
        if (this.#open.size === 0 && !this.#hasMore) {
          await this.#say({ type: "end" });
          this.isOver = true;
          return;
        }
      }
    } catch {
      // A line without end, or a pipe that broke: the runner is of no more use.
    } finally {
      clearTimeout(unready);
      clearInterval(watch);
    }
  }

  #say(command: RunnerCommand): Promise<void> {
    return writeLine(this.#runner.commands, command);
  }

  #note(spec: JobSpec): void {
    const starting = this.wasReady ? 0 : readyWithin;
    const due = Date.now() + (spec.timeoutSeconds + starting + overdueAfter) * 1_000;
    this.#open.set(spec.id, { spec, due, lines: 0, characters: 0 });
  }

  async #assignMore(): Promise<void> {
    while (this.#hasMore && this.#open.size < this.#parallel && !this.#work.signal.aborted) {
      const spec = await this.#next();
      if (spec === null) this.#hasMore = false;
      else {
        this.#note(spec);
        await this.#say({ type: "job", spec: spec });
      }
    }
  }

  /** Acts on a report; false: it is about something this runner was never told. */
  async #hear(report: Exclude<RunnerReport, { type: "ready" }>): Promise<boolean> {
    const open = this.#open.get(report.id);
    if (open === undefined) return false;
    const { spec } = open;
    switch (report.type) {
      case "log":
        open.lines++;
        if (open.lines <= runnerLimits.logLines) this.#work.said(spec, report.line);
        return open.lines <= runnerLimits.logLines * 2;
      case "opened":
        this.#work.opened?.(spec);
        return true;
      case "output":
        open.characters += report.text.length;
        // The runner ends a little beyond it, with words of its own.
        if (open.characters > runnerLimits.allOutputCharacters + runnerLimits.outputCharacters) return false;
        this.#work.output?.(spec, report.text, report.isError);
        return true;
      case "pin": {
        if (!belongs(spec, report.endpoint)) return false;
        const key = await this.#work.hostKeys.pinFirst(spec, report.endpoint, report.key);
        await this.#say({ type: "pinned", request: report.request, key });
        return true;
      }
      case "host_key_changed":
        if (!belongs(spec, report.endpoint)) return false;
        await this.#work.hostKeys.changed(spec, report.endpoint, report.offered);
        return true;
      case "done":
        this.#open.delete(report.id);
        await this.#work.done(
          spec,
          report.ok ? { ok: true, result: report.result } : { ok: false, error: report.error },
        );
        await this.#assignMore();
        return true;
    }
  }

  /** A runner that does not even give up its jobs in time hangs: those overdue have failed, the others have not. */
  #endOverdue(): void {
    const overdue = [...this.#open.values()].filter(({ due }) => due < Date.now());
    if (overdue.length === 0) return;
    this.#runner.kill();
    for (const { spec } of overdue) {
      this.#open.delete(spec.id);
      const late = withParameters(endings.late, { seconds: spec.timeoutSeconds });
      const error = errorOf("timeout", late, spec.language);
      void this.#work.done(spec, { ok: false, error });
    }
  }
}

/** Whether an endpoint belongs to this job. */
function belongs(spec: JobSpec, { assetId, host }: HostKeyEndpoint): boolean {
  return [spec.target, ...spec.gateways].some(({ id, address }) => id === assetId && address === host);
}
