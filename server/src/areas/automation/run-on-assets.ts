import { type Message, type MessageParameters, translate, withParameters } from "../../engine/i18n/index.ts";
import type { JsonObject } from "../../engine/json.ts";
import { noteRunner, TaskFailure, type TaskRun } from "../../engine/tasks/index.ts";
import {
  type JobOutcome,
  type JobSpec,
  type RunnerMethodName,
  RunnersDoNotStartError,
  runJobSpecs,
} from "../../transport/runner-control/index.ts";
import { pinFirstHostKey, reportHostKeyMismatch } from "../sessions/index.ts";
import type { Candidate, CandidateAccount } from "./candidates.ts";
import { makeJobSpec, Skipped } from "./job-spec.ts";
import { text } from "./texts.ts";

/** Targets worked on at once, by one execution. */
const parallel = 10;

/** One thing to do on one asset; `account` null: none is available. */
export interface Step {
  readonly asset: Candidate;
  readonly account: CandidateAccount | null;
  readonly suFrom: CandidateAccount | null;
  readonly port?: number;
  /** The account it is about, where that is another one than signs in. */
  readonly subject?: CandidateAccount;
  /** Why nothing is done; `{item}` is what people call it. */
  readonly unfit?: Message | null;
}

/** What an execution does on assets. */
export interface AssetWork<Of extends Step = Step> {
  readonly program: string;
  /** Carries jobs out; default: `runJobSpecs`, in runners. */
  readonly runJobs?: typeof runJobSpecs;
  readonly method: RunnerMethodName;
  /** What people call it, for the reasons of what is skipped. */
  readonly label: Message;
  readonly timeoutSeconds: number;
  /** Whether the platform's switch for it counts. */
  readonly bySwitch: boolean;
  /** Protocols of the assets. */
  readonly protocols: readonly string[];
  /** What to do, as much at a time as is worth reading at once. */
  readonly steps: AsyncIterable<readonly Of[]>;
  /**
   * Adds what the method needs beside, when the turn of the step has come.
   * @throws Skipped
   */
  prepare?(step: Of, spec: JobSpec): Promise<JobSpec>;
  /** Hears of a step that is left out, and why. */
  skipped?(step: Of, reason: Message): Promise<void>;
  /** Keeps what was found out. Not called where nothing was: the step was stopped, or the fault is ours. */
  keep?(step: Of, outcome: JobOutcome): Promise<void>;
  /**
   * In the place of `keep`: hears of every outcome, before it is told, and answers what people are told. Where it is given
   * no job is begun twice.
   */
  settle?(step: Of, outcome: JobOutcome): Promise<JobOutcome>;
}

/** What became of the steps, and what was wrong with the first that failed or was left out. */
export interface StepCounts {
  success: number;
  failed: number;
  skipped: number;
  firstProblem: string | null;
}

/** Codes that say nothing about the target. */
const ourFaults = new Set(["fault", "runner_died", "stopped", "not_supported"]);

const nameOf = ({ name, address }: Candidate): string => `${name}(${address})`;

/** Says something in the language of an execution. */
export const sayIn =
  ({ language }: Pick<TaskRun, "language">) =>
  (message: Message, parameters: MessageParameters = {}): string =>
    translate(withParameters(message, parameters), language);

/** The counts as an execution keeps them. */
const summaryOf = ({ success, failed, skipped, firstProblem }: StepCounts): JsonObject => ({
  success,
  failed,
  skipped,
  ...(firstProblem === null ? {} : { first_problem: firstProblem }),
});

/**
 * Does something on assets, in runners, and tells in the log how each went. Answers the counts, and what was wrong with
 * the first that failed or was left out.
 *
 * @throws TaskFailure when there were targets and it worked on none of them
 */
export async function runOnAssets(run: TaskRun, work: AssetWork): Promise<JsonObject> {
  const say = sayIn(run);
  const counts = await runSteps(run, work);
  const { success, failed, skipped } = counts;
  run.log.line(say(text.summary, { success, failed, skipped }), failed === 0 ? "good" : "bad");
  // Whoever looks at the state alone would believe that it worked.
  if (success === 0 && failed + skipped > 0) {
    throw new TaskFailure("nothing_succeeded", say(text.nothingSucceeded), summaryOf(counts));
  }
  return summaryOf(counts);
}

/**
 * Does something on assets, in runners, and tells in the log how each went.
 *
 * @throws TaskFailure when runners do not start
 */
export async function runSteps<Of extends Step>(run: TaskRun, work: AssetWork<Of>): Promise<StepCounts> {
  const { services, log, language } = run;
  const say = sayIn(run);
  const counts: StepCounts = { success: 0, failed: 0, skipped: 0, firstProblem: null };
  const open = new Map<string, Of>();
  const iterator = steps(work.steps);
  let serial = 0;

  const skip = async (step: Of, reason: Message, parameters: MessageParameters = {}): Promise<void> => {
    counts.skipped++;
    counts.firstProblem ??= say(reason, parameters);
    const asset =
      step.subject === undefined ? nameOf(step.asset) : `${nameOf(step.asset)}, ${step.subject.name}`;
    log.line(say(text.skipped, { asset, reason: say(reason, parameters) }), "quiet");
    await work.skipped?.(step, withParameters(reason, parameters));
  };
  /** The next step that can be done, as an order. */
  const next = async (): Promise<JobSpec | null> => {
    for (;;) {
      const { value: step, done } = await iterator.next();
      if (done === true) return null;
      const { asset, account, suFrom } = step;
      const reason = unsuitable(step, work);
      if (reason !== null || account === null) {
        await skip(step, reason ?? text.noAccount, { item: say(work.label) });
        continue;
      }
      try {
        const id = String(++serial);
        const order = await makeJobSpec(services, {
          id,
          method: work.method,
          asset,
          account,
          suFrom,
          executionId: run.id,
          language,
          timeoutSeconds: work.timeoutSeconds,
          ...(step.port === undefined ? {} : { port: step.port }),
        });
        const prepared = (await work.prepare?.(step, order)) ?? order;
        open.set(id, step);
        return prepared;
      } catch (error) {
        if (!(error instanceof Skipped)) throw error;
        await skip(step, error.reason);
      }
    }
  };
  const done = async (order: JobSpec, outcome: JobOutcome): Promise<void> => {
    const step = open.get(order.id);
    open.delete(order.id);
    if (step === undefined) return;
    const asset = nameOf(step.asset);
    const account = (step.subject ?? step.account)?.name ?? say(text.nobody);
    const told = (await work.settle?.(step, outcome)) ?? outcome;
    if (told.ok) {
      counts.success++;
      log.line(say(text.succeeded, { asset, account }), "good");
    } else {
      counts.failed++;
      counts.firstProblem ??= told.error.text;
      log.line(say(text.failed, { asset, account, reason: told.error.text }), "bad");
    }
    if (outcome.ok || !ourFaults.has(outcome.error.code)) await work.keep?.(step, outcome);
  };

  try {
    await (work.runJobs ?? runJobSpecs)({
      program: work.program,
      methods: [work.method],
      protocols: work.protocols,
      parallel,
      next,
      said: (order, line) => log.line(`  ${order.target.name} | ${line}`, "quiet"),
      done,
      hostKeys: {
        pinFirst: (_order, endpoint, key) => pinFirstHostKey(services.db, endpoint, key),
        changed: (_order, endpoint, offered) =>
          reportHostKeyMismatch(services.db, endpoint, {
            offered,
            userId: run.userId ?? "",
            sessionId: run.id,
          }),
      },
      repeatable: work.settle === undefined,
      started: (pid) => noteRunner(services.db, run.id, pid),
      signal: run.signal,
    });
  } catch (error) {
    if (error instanceof RunnersDoNotStartError) throw new TaskFailure("no_runners", say(text.noRunners));
    throw error;
  }
  return counts;
}

async function* steps<Of>(batches: AsyncIterable<readonly Of[]>): AsyncGenerator<Of, undefined> {
  for await (const batch of batches) yield* batch;
  return undefined;
}

/** Why nothing can be done; null: it can. */
function unsuitable(
  { asset, account, unfit }: Step,
  { bySwitch }: Pick<AssetWork, "bySwitch">,
): Message | null {
  if (!asset.is_active) return text.inactive;
  if (bySwitch && !asset.ansible_enabled) return text.ansibleDisabled;
  if (bySwitch && (!asset.item_enabled || (asset.item_method ?? "") === "")) return text.itemDisabled;
  return account === null ? text.noAccount : (unfit ?? null);
}
