import { sql } from "kysely";
import { literal, type Message, translations } from "../../../engine/i18n/index.ts";
import type { JsonObject } from "../../../engine/json.ts";
import { defineTask, type TaskDeclaration, TaskFailure, type TaskRun } from "../../../engine/tasks/index.ts";
import type { JobOutcome, JobSpec, RunnerMethodName } from "../../../transport/runner-control/index.ts";
import { accountsTable } from "../../accounts/index.ts";
import {
  accountsById,
  type CandidateAccount,
  loadCandidates,
  runSteps,
  Skipped,
  type Step,
  type StepCounts,
  sayIn,
} from "../../automation/index.ts";
import {
  authorityComment,
  authorityKey,
  countFormerTrusts,
  endFormerTrust,
  type FormerTrust,
  type FormerTrustState,
  formerTrusts,
  leaveFormerKey,
  noteProblem,
} from "../../ssh-authority/index.ts";
import { unreachableByCertificate } from "../certificates/fitness.ts";
import { text as certificateText } from "../certificates/texts.ts";
import { refusalIn, trustIn } from "../certificates/trust-in.ts";
import { moveAccountsTaskName } from "../executions/task-names.ts";
import type { Runners } from "../rotation/cell.ts";
import { text } from "./texts.ts";

/** Accounts read at once. */
const batchSize = 200;

/** Seconds one account may take: signing in three times, and once more to put things back. */
const accountSeconds = 120;

/** Seconds the whole may take; what is left is taken up again by the next execution. */
const allSeconds = 6 * 3_600;

interface MoveStep extends Step {
  readonly subject: CandidateAccount;
  readonly trust: FormerTrust & { readonly blob: string };
}

/** One of the two things that are done with every account. */
interface Phase {
  readonly method: RunnerMethodName;
  readonly label: Message;
  /** Of the accounts it is for. */
  readonly state: FormerTrustState;
  prepare(step: MoveStep, spec: JobSpec & { account: NonNullable<JobSpec["account"]> }): Promise<JobSpec>;
  /** Keeps that it was done. Answers a failure where it was not after all. */
  conclude(step: MoveStep, outcome: JobOutcome & { readonly ok: true }): Promise<JobOutcome>;
}

/**
 * Has accounts that sign in by a former key of the authority trust the one that signs now, proves that, and only then has
 * them sign in by it. Once none is left that signs in by the former key, its line is taken from their hosts. Whatever goes
 * wrong in between, the key that an account is signed in by is one its host has accepted. Contract:
 * docs/contract/account-automations.md, "Certificates".
 */
export const moveAccountsTask = (runners: Runners): TaskDeclaration =>
  defineTask({
    name: moveAccountsTaskName,
    label: text.task,
    queue: "ansible",
    // Each step may be done twice.
    repeatable: true,
    timeoutSeconds: allSeconds,
    run: (run) => moveAccounts(run, runners),
  });

async function moveAccounts(run: TaskRun, runners: Runners): Promise<JsonObject> {
  const say = sayIn(run);
  const moved = await runPhase(run, runners, moving(run));
  const left = await countIn(run, "waiting");
  run.log.line(say(text.summary, { success: moved.success, left }), left === 0 ? "good" : "bad");
  // Two assets can be one host: no line goes while somebody may need it.
  const cleaned = left === 0 ? await runPhase(run, runners, cleaning(run)) : null;
  const lines = await countIn(run, "proved");
  if (cleaned !== null && cleaned.success + lines > 0) {
    run.log.line(say(text.cleaned, { success: cleaned.success, left: lines }), lines === 0 ? "good" : "bad");
  }
  const problem = moved.firstProblem ?? cleaned?.firstProblem ?? null;
  const counts = {
    success: moved.success,
    left,
    removed: cleaned?.success ?? 0,
    lines,
    ...(problem === null ? {} : { first_problem: problem }),
  };
  const isInVain = moved.success === 0 && (cleaned?.success ?? 0) === 0 && left + lines > 0;
  if (isInVain)
    throw new TaskFailure(
      "nothing_succeeded",
      say(left > 0 ? text.nothingSucceeded : text.linesLeft),
      counts,
    );
  return counts;
}

async function countIn({ services: { db } }: TaskRun, state: FormerTrustState): Promise<number> {
  const counts = [...(await countFormerTrusts(db)).values()];
  return counts.reduce((sum, one) => sum + one[state], 0);
}

/** Proves the key that signs now, where needed after it was written beside the former one. */
function moving(run: TaskRun): Phase {
  const { services, id: task } = run;
  return {
    method: "trust_authority",
    label: text.task,
    state: "waiting",
    prepare: async (_step, spec) => ({
      ...spec,
      trust: await trustIn(services, await authorityKey(services), { account: spec.account, task }),
    }),
    conclude: async ({ trust }, outcome) => {
      const refused = refusalIn(run, outcome);
      if (refused !== null) return refused;
      await leaveFormerKey(services.db, trust);
      return outcome;
    },
  };
}

/** Takes the line of a former key away, signed in by the key that signs now. */
function cleaning({ services }: TaskRun): Phase {
  return {
    method: "distrust_authority",
    label: text.cleaning,
    state: "proved",
    prepare: async ({ trust: { blob: authority } }, spec) => ({
      ...spec,
      trust: { account: spec.account, authority, comment: authorityComment() },
    }),
    conclude: async ({ trust }, outcome) => {
      await endFormerTrust(services.db, trust);
      return outcome;
    },
  };
}

function runPhase(run: TaskRun, runners: Runners, phase: Phase): Promise<StepCounts> {
  const { services } = run;
  const { method, label } = phase;
  return runSteps<MoveStep>(run, {
    ...runners,
    method,
    label,
    timeoutSeconds: accountSeconds,
    bySwitch: false,
    protocols: ["ssh"],
    steps: stepsOf(run, phase),
    prepare: async (step, spec) => {
      const { account, target } = spec;
      if (target.protocol !== "ssh") throw new Skipped(certificateText.otherProtocol);
      if (account === null) throw new Error("a job without an account");
      return phase.prepare(step, { ...spec, account });
    },
    skipped: ({ trust }, reason) => noteProblem(services.db, trust, translations(reason)),
    settle: async (step, outcome) => {
      const told = outcome.ok ? await phase.conclude(step, outcome) : outcome;
      if (!told.ok) {
        const { text: shown, translations: inEach = translations(literal(shown)) } = told.error;
        await noteProblem(services.db, step.trust, inEach);
      }
      return told;
    },
  });
}

async function* stepsOf(
  { services: { db }, signal }: TaskRun,
  { state }: Phase,
): AsyncGenerator<readonly MoveStep[]> {
  let after: FormerTrust | null = null;
  while (!signal.aborted) {
    const trusts = await formerTrusts(db, state, { after, limit: batchSize });
    const last = trusts.at(-1);
    if (last === undefined) return;
    after = last;
    const ids = trusts.map(({ accountId }) => accountId);
    const { rows: disabled } = await sql<{ id: string }>`
      select id from ${accountsTable} c where id = any(${ids}::uuid[]) and not is_active
    `.execute(db);
    const isDisabled = new Set(disabled.map(({ id }) => id));
    const accounts = await accountsById(db, ids);
    const assetIds = [...accounts.values()].map(({ asset_id: id }) => id);
    const assets = new Map(
      (await loadCandidates(db, assetIds, "verify_account", null)).map((asset) => [asset.id, asset]),
    );
    yield trusts.flatMap((trust): MoveStep[] => {
      const account = accounts.get(trust.accountId);
      const asset = account === undefined ? undefined : assets.get(account.asset_id);
      if (account === undefined || asset === undefined) return [];
      const unfit = isDisabled.has(account.id) ? text.inactive : unreachableByCertificate(asset, account);
      return [{ asset, account, suFrom: null, subject: account, trust, unfit }];
    });
  }
}
