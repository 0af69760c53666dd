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
}

/** What an execution does on assets. */
export interface AssetWork {
  readonly program: string;
  readonly method: RunnerMethodName;
  /** What people call it, for the reasons of what is skipped. */
  readonly label: Message;
  readonly timeoutSeconds: number;
  /** Whether the platform's switch for it counts. */
  readonly bySwitch: boolean;
  /** Protocols of the assets. */
  readonly protocols: readonly string[];
  /** What to do, as much at a time as is worth reading at once. */
  readonly steps: AsyncIterable<readonly Step[]>;
  /** Keeps what was found out. Not called where nothing was: the step was stopped, or the fault is ours. */
  keep(step: Step, outcome: JobOutcome): Promise<void>;
}

/** Codes that say nothing about the target. */
const ourFaults = new Set(["fault", "runner_died", "stopped", "not_supported"]);

const nameOf = ({ name, address }: Candidate): string => `${name}(${address})`;

/**
 * Does something on assets, in runners, and tells in the log how each went. Answers the counts, and what was wrong with
 * the first that failed or was left out.
 *
 * @throws TaskFailure when there were targets and it worked on none of them
 */
export async function runOnAssets(run: TaskRun, work: AssetWork): Promise<JsonObject> {
  const { services, log, language } = run;
  const say = (message: Message, parameters: MessageParameters = {}): string =>
    translate(withParameters(message, parameters), language);
  const counts = { success: 0, failed: 0, skipped: 0 };
  let firstProblem: string | null = null;
  const summary = (): JsonObject =>
    firstProblem === null ? counts : { ...counts, first_problem: firstProblem };
  const open = new Map<string, Step>();
  const iterator = steps(work.steps);
  let serial = 0;

  const skip = (step: Step, reason: Message, parameters: MessageParameters = {}): void => {
    counts.skipped++;
    firstProblem ??= say(reason, parameters);
    log.line(say(text.skipped, { asset: nameOf(step.asset), reason: say(reason, parameters) }), "quiet");
  };
  /** The next step that can be done, as an order. */
  const next = async (): Promise<JobSpec | null> => {
    for (;;) {
      const { value: step, done } = await iterator.next();
      if (done === true) return null;
      const { asset, account, suFrom } = step;
      const reason = unsuitable(step, work);
      if (reason !== null || account === null) {
        skip(step, reason ?? text.noAccount, { item: say(work.label) });
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
          language,
          timeoutSeconds: work.timeoutSeconds,
          ...(step.port === undefined ? {} : { port: step.port }),
        });
        open.set(id, step);
        return order;
      } catch (error) {
        if (!(error instanceof Skipped)) throw error;
        skip(step, error.reason);
      }
    }
  };
  const done = async (order: JobSpec, outcome: JobOutcome): Promise<void> => {
    const step = open.get(order.id);
    open.delete(order.id);
    if (step === undefined) return;
    const asset = nameOf(step.asset);
    const account = step.account?.name ?? say(text.nobody);
    if (outcome.ok) {
      counts.success++;
      log.line(say(text.succeeded, { asset, account }), "good");
    } else {
      counts.failed++;
      firstProblem ??= outcome.error.text;
      log.line(say(text.failed, { asset, account, reason: outcome.error.text }), "bad");
    }
    if (outcome.ok || !ourFaults.has(outcome.error.code)) await work.keep(step, outcome);
  };

  try {
    await runJobSpecs({
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
      repeatable: true,
      started: (pid) => noteRunner(services.db, run.id, pid),
      signal: run.signal,
    });
  } catch (error) {
    if (error instanceof RunnersDoNotStartError) throw new TaskFailure("no_runners", say(text.noRunners));
    throw error;
  }
  log.line(say(text.summary, counts), counts.failed === 0 ? "good" : "bad");
  // Whoever looks at the state alone would believe that it worked.
  if (counts.success === 0 && counts.failed + counts.skipped > 0) {
    throw new TaskFailure("nothing_succeeded", say(text.nothingSucceeded), summary());
  }
  return summary();
}

async function* steps(batches: AsyncIterable<readonly Step[]>): AsyncGenerator<Step, undefined> {
  for await (const batch of batches) yield* batch;
  return undefined;
}

/** Why nothing can be done; null: it can. */
function unsuitable({ asset, account }: Step, { bySwitch }: AssetWork): Message | null {
  if (!asset.is_active) return text.inactive;
  if (bySwitch && !asset.ansible_enabled) return text.ansibleDisabled;
  if (bySwitch && (!asset.item_enabled || (asset.item_method ?? "") === "")) return text.itemDisabled;
  return account === null ? text.noAccount : null;
}
