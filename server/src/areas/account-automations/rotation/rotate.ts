import { ValidationError } from "../../../engine/errors.ts";
import type { Message } from "../../../engine/i18n/index.ts";
import { isObject } from "../../../engine/json.ts";
import { TaskFailure, type TaskRun } from "../../../engine/tasks/index.ts";
import type { JobOutcome, JobSpec } from "../../../transport/runner-control/index.ts";
import {
  accountsById,
  openAccount,
  runSteps,
  Skipped,
  type StepCounts,
  sayIn,
  unseal,
} from "../../automation/index.ts";
import { type Cell, changeableProtocols, changeSeconds, changeSpec } from "./cell.ts";
import { accountsDone, beginChange, countChanges, isInUse, type SecretChange } from "./changes.ts";
import { settleChange } from "./conclude.ts";
import { newSecretOf, type PasswordPlace } from "./new-secrets.ts";
import { type AssetPlan, loadSteps, planRotation, type RotationStep, unfitFor } from "./plan.ts";
import { type RotationPolicy, readRotationPolicy } from "./policy.ts";
import type { RotationRequest, RotationSummary } from "./request.ts";
import { FailureRate, roundsOf } from "./rounds.ts";
import { settleOpenChanges } from "./settle.ts";
import { text } from "./texts.ts";

/** A change under way. Holds a secret. */
interface UnderWay {
  readonly change: SecretChange;
  readonly secret: string;
  readonly isStored: boolean;
}

/** Changes secrets in a cell; see `rotateSecrets`. */
export async function rotateIn(run: TaskRun, cell: Cell, request: RotationRequest): Promise<RotationSummary> {
  const rotation = new Rotation(run, cell, request, await readRotationPolicy(run.services));
  await rotation.runRounds();
  return await rotation.finish();
}

/** One execution. */
class Rotation {
  readonly #run: TaskRun;
  readonly #cell: Cell;
  readonly #request: RotationRequest;
  readonly #policy: RotationPolicy;
  readonly #rate: FailureRate;
  readonly #open = new Map<RotationStep, UnderWay>();
  #skipped = 0;
  #isStopped = false;

  constructor(run: TaskRun, cell: Cell, request: RotationRequest, policy: RotationPolicy) {
    this.#run = run;
    this.#cell = cell;
    this.#request = request;
    this.#policy = policy;
    this.#rate = new FailureRate(policy.mostFailedPercent);
  }

  /** One asset, a tenth, all; of each asset one account after the other. */
  async runRounds(): Promise<void> {
    const { services, log } = this.#run;
    const done = await accountsDone(services.db, this.#request.executionId);
    const accounts = this.#request.accounts.filter((id) => !done.has(id));
    const plans = await planRotation(services.db, accounts);
    const rounds = roundsOf(plans);
    for (const [index, plan] of rounds.entries()) {
      if (index === 0 && rounds.length > 1) {
        log.line(sayIn(this.#run)(text.canary, { count: plan.length, total: plans.length }), "quiet");
      }
      const deepest = Math.max(0, ...plan.map(({ accountIds }) => accountIds.length));
      for (let place = 0; place < deepest && !this.#run.signal.aborted; place += 1) {
        const counts = await this.#runWave(plan, place, rounds.length > 1);
        this.#skipped += counts.skipped;
      }
      // A first asset on which nothing works speaks for all.
      if (index === 0 && rounds.length > 1 && this.#rate.isTotal) this.#isStopped = true;
    }
  }

  /** Settles what is open, tells the counts and answers them. */
  async finish(): Promise<RotationSummary> {
    const { services, log, signal } = this.#run;
    const { executionId } = this.#request;
    const say = sayIn(this.#run);
    if (!signal.aborted) await settleOpenChanges(this.#run, this.#cell, { executionId });
    const { success, failed, pending, postponed } = await countChanges(services.db, executionId);
    const summary = { success, failed: failed + pending, skipped: this.#skipped - postponed, postponed };
    log.line(say(text.summary, summary), summary.failed === 0 ? "good" : "bad");
    if (success === 0 && postponed === 0 && summary.failed + summary.skipped > 0) {
      throw new TaskFailure("nothing_succeeded", say(text.nothingSucceeded), summary);
    }
    return summary;
  }

  #runWave(plans: readonly AssetPlan[], place: number, isVenture: boolean): Promise<StepCounts> {
    const { kind } = this.#request;
    const { program, runJobs } = this.#cell;
    return runSteps<RotationStep>(this.#run, {
      program,
      ...(runJobs === undefined ? {} : { runJobs }),
      method: "change_secret",
      label: kind === "change_secret" ? text.changeSecret : text.pushAccount,
      timeoutSeconds: changeSeconds,
      bySwitch: true,
      protocols: changeableProtocols,
      steps: this.#steps(plans, place, isVenture),
      prepare: (step, spec) => this.#prepare(step, spec),
      settle: (step, outcome) => this.#settle(step, outcome),
    });
  }

  /** The accounts in one place of their assets' plans. */
  async *#steps(plans: readonly AssetPlan[], place: number, isVenture: boolean) {
    const { services, organizationId } = this.#run;
    const choices = plans.flatMap(({ assetId, operatingId, accountIds }) => {
      const accountId = accountIds[place];
      return accountId === undefined ? [] : [{ assetId, operatingId, accountId }];
    });
    for (let start = 0; start < choices.length; start += 100) {
      const loaded = await loadSteps(
        services.db,
        this.#request.kind,
        organizationId,
        choices.slice(start, start + 100),
      );
      for (const { step } of loaded) yield [{ ...step, unfit: this.#unfit(step, isVenture) }];
    }
  }

  #unfit(step: RotationStep, isVenture: boolean): Message | null {
    this.#isStopped ||= isVenture && this.#rate.isTooHigh;
    return this.#isStopped
      ? withPercent(text.stopped, this.#policy.mostFailedPercent)
      : unfitFor(this.#policy, this.#request, step);
  }

  /** Keeps both secrets, and only then makes the job that sets the new one. */
  async #prepare(step: RotationStep, spec: JobSpec): Promise<JobSpec> {
    const { services, userId } = this.#run;
    const { kind, executionId, organizationId, sshKeyStrategy } = this.#request;
    const { asset, subject } = step;
    const former = await openAccount(services, subject);
    const secret = await this.#newSecret(former.secret, asset);
    const postponed = await this.#mustWait(subject.id);
    await this.#cell.at?.("begin", subject.id);
    const params = this.#paramsFor(spec);
    const change = await unseal(() =>
      beginChange(services, {
        kind,
        executionId,
        organizationId,
        assetId: asset.id,
        account: subject,
        operatingId: step.account?.id ?? null,
        userId,
        keyStrategy: sshKeyStrategy,
        params,
        former: former.secret,
        secret,
        state: postponed ? "postponed" : "pending",
      }),
    );
    if (change === null) throw new Skipped(text.alreadyOpen);
    if (postponed) throw new Skipped(text.inUse);
    await this.#cell.at?.("begun", subject.id);
    this.#open.set(step, { change, secret, isStored: secret === former.secret });
    const proofFrom = await this.#switchSource(subject.su_from_id);
    return await changeSpec(
      services,
      { ...spec, params },
      step,
      { secret, former, keyStrategy: sshKeyStrategy, mode: "set", create: kind === "push_account" },
      proofFrom,
    );
  }

  async #newSecret(stored: string | null, asset: PasswordPlace): Promise<string> {
    try {
      const secret = await newSecretOf(this.#request, stored, asset);
      if (secret === null || secret === "") throw new Skipped(text.noSecret);
      return secret;
    } catch (error) {
      if (error instanceof ValidationError) throw new Skipped(text.secretInvalid);
      throw error;
    }
  }

  async #mustWait(accountId: string): Promise<boolean> {
    return this.#policy.isPostponed && (await isInUse(this.#run.services.db, accountId));
  }

  async #switchSource(id: string | null) {
    return id === null ? null : ((await accountsById(this.#run.services.db, [id])).get(id) ?? null);
  }

  /** Own parameters of the method, else those of the platform. */
  #paramsFor({ mechanism, params }: JobSpec): JobSpec["params"] {
    const own = this.#request.params[mechanism];
    return isObject(own) && Object.keys(own).length > 0
      ? { ...params, ...(own as JobSpec["params"]) }
      : params;
  }

  async #settle(step: RotationStep, outcome: JobOutcome): Promise<JobOutcome> {
    const underWay = this.#open.get(step);
    this.#open.delete(step);
    if (underWay === undefined) return outcome;
    const carried = { ...underWay, attempts: 0, isRepeated: false, isEdited: false };
    const told = await settleChange(this.#run, this.#cell, carried, outcome);
    this.#rate.note(told.ok);
    return told;
  }
}

const withPercent = (message: Message, percent: number): Message => ({
  ...message,
  en: message.en.replace("{percent}", String(percent)),
  zh: message.zh.replace("{percent}", String(percent)),
  ja: message.ja.replace("{percent}", String(percent)),
});
