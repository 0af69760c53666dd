import { translate } from "../../../engine/i18n/index.ts";
import { defineJob, type JobDeclaration } from "../../../engine/jobs/index.ts";
import { log } from "../../../engine/log.ts";
import type { TaskRun } from "../../../engine/tasks/index.ts";
import type { JobOutcome, JobSpec } from "../../../transport/runner-control/index.ts";
import { openPendingSecret } from "../../accounts/index.ts";
import { accountsById, openAccount, runSteps, unseal } from "../../automation/index.ts";
import { type Cell, changeableProtocols, changeSeconds, changeSpec } from "./cell.ts";
import {
  accountVersion,
  type ChangeChoice,
  claimChanges,
  expirePostponed,
  failChange,
  type SecretChange,
} from "./changes.ts";
import { settleChange } from "./conclude.ts";
import { loadSteps, type RotationStep } from "./plan.ts";
import { text } from "./texts.ts";

/** Changes taken up at once. */
const batchSize = 100;

/** A change taken up again. Holds a secret. */
interface TakenUp {
  readonly change: SecretChange;
  readonly secret: string;
  readonly isStored: boolean;
  readonly isEdited: boolean;
}

/**
 * Finds out which secret holds on the targets of open changes, and finishes or closes them. A change that may be half made is
 * made again by the account that made it, unless somebody has entered another secret since; an account that changed itself is
 * only looked at.
 */
export async function settleOpenChanges(
  run: TaskRun,
  cell: Cell,
  choice: Omit<ChangeChoice, "most"> = {},
): Promise<number> {
  const { db } = run.services;
  const changes = await claimChanges(db, { ...choice, most: batchSize });
  for (const change of changes) {
    if (change.account_id === null || change.asset_id === null) {
      await failChange(db, change, translate(text.gone, run.language));
    }
  }
  for (const kind of ["change_secret", "push_account"] as const) {
    const those = changes.filter((change) => change.kind === kind && change.account_id !== null);
    if (those.length > 0) await settleThose(run, cell, kind, those);
  }
  return changes.length;
}

async function settleThose(
  run: TaskRun,
  cell: Cell,
  kind: SecretChange["kind"],
  changes: readonly SecretChange[],
): Promise<void> {
  const { services } = run;
  const taken = new Map<RotationStep, TakenUp>();
  const byStep = new Map<RotationStep, SecretChange>();
  const steps = async function* () {
    const choices = changes.map((change) => ({
      change,
      assetId: change.asset_id ?? "",
      operatingId: change.operating_id,
      accountId: change.account_id ?? "",
    }));
    for (const { choice, step } of await loadSteps(services.db, kind, null, choices)) {
      byStep.set(step, choice.change);
      yield [step];
    }
  };
  await runSteps<RotationStep>(run, {
    program: cell.program,
    ...(cell.runJobs === undefined ? {} : { runJobs: cell.runJobs }),
    method: "change_secret",
    label: kind === "change_secret" ? text.changeSecret : text.pushAccount,
    timeoutSeconds: changeSeconds,
    bySwitch: false,
    protocols: changeableProtocols,
    steps: steps(),
    prepare: async (step, spec) => {
      const change = byStep.get(step);
      if (change === undefined) throw new Error("a step of no change");
      const [prepared, one] = await takeUp(run, step, spec, change);
      taken.set(step, one);
      return prepared;
    },
    settle: async (step, outcome): Promise<JobOutcome> => {
      const one = taken.get(step);
      if (one === undefined) return outcome;
      const carried = { ...one, attempts: one.change.attempts, isRepeated: !isFresh(one.change) };
      return await settleChange(run, cell, carried, outcome);
    },
  });
}

/** One that was postponed: nothing of it was ever sent. */
const isFresh = ({ was }: SecretChange): boolean => was === "postponed";

async function takeUp(
  { services }: TaskRun,
  step: RotationStep,
  spec: JobSpec,
  change: SecretChange,
): Promise<[JobSpec, TakenUp]> {
  const { subject } = step;
  const former = await openAccount(services, subject);
  const secret = await unseal(() => openPendingSecret(services, change.id, change.secret_sealed));
  const isEdited = (await accountVersion(services.db, subject.id)) !== change.account_version;
  const isOwn = change.operating_id === subject.id;
  const mode = isFresh(change) ? "set" : isOwn || isEdited ? "look" : "redo";
  const source = subject.su_from_id;
  const proofFrom =
    source === null ? null : ((await accountsById(services.db, [source])).get(source) ?? null);
  const order = {
    secret,
    former,
    keyStrategy: change.key_strategy,
    mode,
    create: change.kind === "push_account",
  } as const;
  const prepared = await changeSpec(services, { ...spec, params: change.params }, step, order, proofFrom);
  return [prepared, { change, secret, isStored: secret === former.secret, isEdited }];
}

/** The execution of nobody in which open changes are settled; what it finds is in their records. */
function quietRun(services: TaskRun["services"], signal: AbortSignal): TaskRun {
  return {
    id: "00000000-0000-0000-0000-000000000000",
    services,
    organizationId: null,
    userId: null,
    language: "en",
    log: {
      line: (line) => log.debug({ line }, "settling changes of secrets"),
      flush: async () => undefined,
    },
    signal,
  };
}

/** Settles, every minute, what dead workers left and what could not be told before. */
export const settleJob = (cell: Cell): JobDeclaration =>
  defineJob({
    name: "account-automations.settle-changes",
    schedule: { everySeconds: 60 },
    run: async (services, _payload, { signal }) => {
      await expirePostponed(services.db, text.expired.en);
      const run = quietRun(services, signal);
      while (!signal.aborted && (await settleOpenChanges(run, cell)) === batchSize);
    },
  });
