import { type Message, translate } from "../../../engine/i18n/index.ts";
import { log } from "../../../engine/log.ts";
import { VaultError } from "../../../engine/secrets/index.ts";
import type { TaskRun } from "../../../engine/tasks/index.ts";
import type { JobOutcome } from "../../../transport/runner-control/index.ts";
import { sayIn } from "../../automation/index.ts";
import { type Cell, type Finding, readFinding } from "./cell.ts";
import { concludeChange, failChange, type HeldChange, releaseChange } from "./changes.ts";
import { text } from "./texts.ts";

/** A change that was carried out, and what is known about it. Holds a secret. */
export interface Carried {
  readonly change: HeldChange;
  readonly secret: string;
  /** Whether the account has no other secret: there is nothing that could be lost. */
  readonly isStored: boolean;
  /** Times it was looked at before. */
  readonly attempts: number;
  /** Whether it may have been sent before: a job that fails has then shown nothing. */
  readonly isRepeated: boolean;
  /** Whether somebody has entered another secret meanwhile. */
  readonly isEdited: boolean;
}

/** Looks after which a secret that still holds is believed to stay. */
const surelyFormerAfter = 3;

/** What is to be done with a change. */
function verdictOf({ isStored, attempts, isEdited }: Carried, { holds, sent }: Finding) {
  if (holds === "new") return "conclude";
  if (isStored) return "fail";
  if (holds === "former") {
    const isOver =
      sent === "refused" || (sent === "nothing" && attempts === 0) || attempts >= surelyFormerAfter;
    return isOver || (attempts > 0 && sent !== "unclear") ? "fail" : "leave";
  }
  if (holds === "neither") return sent === "refused" || isEdited ? "fail" : "leave";
  return "leave";
}

/** What people are told of a change that failed. */
function whyFailed({ isStored, isEdited }: Carried, { holds, sent }: Finding): Message {
  if (isStored || sent === "nothing") return text.onlyReason;
  if (holds === "former") return text.notDone;
  return isEdited ? text.edited : text.neitherWorks;
}

/**
 * Decides what becomes of a change by what a job has shown of it: the new secret becomes the account's only when it was
 * proved, and a change is closed only when it is certain which secret holds. Answers what people are told.
 */
export async function settleChange(
  run: TaskRun,
  cell: Cell,
  carried: Carried,
  outcome: JobOutcome,
): Promise<JobOutcome> {
  const { services } = run;
  const { change } = carried;
  const say = sayIn(run);
  const accountId = change.account_id ?? "";
  await cell.at?.("answered", accountId);
  const finding = readFinding(outcome, carried.isRepeated);
  const failed = (code: string, told: string): JobOutcome => ({ ok: false, error: { code, text: told } });
  const reason = finding.problem;
  switch (verdictOf(carried, finding)) {
    case "conclude":
      return (await conclude(run, cell, carried, reason))
        ? { ok: true, result: {} }
        : failed("unsaved", say(text.proved));
    case "fail": {
      const told = say(whyFailed(carried, finding), { reason });
      await failChange(services.db, change, told);
      return failed("not_changed", told);
    }
    case "leave": {
      const told = say(text.unproved, { reason });
      await releaseChange(services.db, change, told);
      return failed("unproved", told);
    }
  }
}

async function conclude(run: TaskRun, cell: Cell, carried: Carried, note: string): Promise<boolean> {
  const { services, language } = run;
  const say = sayIn(run);
  const { change, secret } = carried;
  const accountId = change.account_id ?? "";
  try {
    const isOurs = await concludeChange(services, change, {
      secret,
      note,
      beforeCommit: async () => cell.at?.("committing", accountId),
    });
    await cell.at?.("concluded", accountId);
    return isOurs;
  } catch (error) {
    if (!(error instanceof VaultError)) throw error;
    log.warn({ err: error, change: change.id }, "a proved secret could not be put into the vault");
    await releaseChange(services.db, change, `${say(text.proved)} ${translate(error.detail, language)}`);
    return false;
  }
}
