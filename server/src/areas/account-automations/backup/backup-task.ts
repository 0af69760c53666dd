import { sql } from "kysely";
import { translate, withParameters } from "../../../engine/i18n/index.ts";
import type { JsonObject } from "../../../engine/json.ts";
import { isUuid } from "../../../engine/resource/index.ts";
import { defineTask, type TaskDeclaration, TaskFailure, type TaskRun } from "../../../engine/tasks/index.ts";
import { backupTaskName } from "../executions/task-names.ts";
import { type BackupChoice, beginBackup, endBackup } from "./backup-executions.ts";
import { dropBackupSchedule } from "./backup-plans.ts";
import { backupSheets, readBackup, type SecretPart } from "./backup-sheets.ts";
import { mailReport, workbookOf } from "./report-mail.ts";
import { type StoragePlace, storeReport } from "./report-storage.ts";
import { text } from "./texts.ts";

interface Plan {
  readonly id: string;
  readonly org_id: string;
  readonly name: string;
  readonly types: readonly string[];
  readonly one: readonly string[];
  readonly two: readonly string[];
  readonly delivery: "mail" | "storage";
  readonly storage_id: string | null;
}

/**
 * Mails the accounts of an organization to the people of a plan, or puts them into its storage. Contract: docs/contract/account-automations.md,
 * "Backups".
 */
export const backupTask: TaskDeclaration<BackupChoice> = defineTask<BackupChoice>({
  name: backupTaskName,
  label: text.task,
  // Mails that were queued, and files that were stored, are not taken back.
  repeatable: false,
  readKwargs: ({ plan }) => (typeof plan === "string" && isUuid(plan) ? { plan } : null),
  run: execute,
});

async function execute(run: TaskRun, { plan: planId }: BackupChoice): Promise<JsonObject> {
  const { services, log, language } = run;
  const { db } = services;
  const plan = await loadPlan(run, planId);
  if (plan === null || plan.org_id !== run.organizationId) {
    await dropBackupSchedule(db, planId);
    throw new TaskFailure("plan_gone", translate(text.planGone, language));
  }
  const trigger = run.userId === null ? "timing" : "manual";
  await beginBackup(db, { id: run.id, planId, trigger });
  let reason: string | null = "fault";
  try {
    log.line(translate(withParameters(text.begins, { name: plan.name }), language));
    const { count, unreadable } = await backUp(run, plan);
    reason =
      unreadable === 0 ? null : translate(withParameters(text.incomplete, { count: unreadable }), language);
    if (reason !== null) throw new TaskFailure("incomplete", reason, { accounts: count, unreadable });
    return { accounts: count };
  } catch (error) {
    if (error instanceof TaskFailure) reason = error.message;
    throw error;
  } finally {
    await endBackup(db, run.id, reason);
  }
}

async function backUp(run: TaskRun, plan: Plan): Promise<{ count: number; unreadable: number }> {
  const { log, language } = run;
  const say = (message: typeof text.nothing): string => translate(message, language);
  if (plan.one.length + plan.two.length === 0) {
    log.line(say(text.noRecipients), "bad");
    return { count: 0, unreadable: 0 };
  }
  const content = await readBackup(run, plan.org_id, plan.types);
  if (content.count === 0) {
    log.line(say(text.nothing));
    return content;
  }
  log.line(say(withParameters(text.counted, { count: content.count })));
  const isSplit = plan.one.length > 0 && plan.two.length > 0;
  const sides: readonly (readonly [readonly string[], SecretPart, StoragePlace["side"]])[] = [
    [plan.one, isSplit ? "first" : "whole", "A"],
    [plan.two, isSplit ? "second" : "whole", "B"],
  ];
  for (const [recipients, part, side] of sides) {
    if (recipients.length === 0) continue;
    const workbook = await workbookOf(backupSheets(content, part, language));
    const report = {
      subject: text.backupSubject,
      body: withParameters(text.backupBody, { plan: plan.name }),
      ...(isSplit ? { also: text.half } : {}),
      name: plan.name,
      organizationId: plan.org_id,
    };
    if (plan.delivery === "mail") await mailReport(run, recipients, workbook, report);
    else await storeReport(run, recipients, workbook, report, { storageId: plan.storage_id, side });
  }
  return content;
}

async function loadPlan({ services }: TaskRun, id: string): Promise<Plan | null> {
  const people = (part: "one" | "two") => sql`array(
    select r.user_id::text from account_backup_recipients r where r.plan_id = p.id and r.part = ${part}
  )`;
  const { rows } = await sql<Plan>`
    select p.id, p.org_id, p.name, p.types, p.delivery, p.storage_id, ${people("one")} as one, ${people("two")} as two
    from account_backup_plans p where p.id = ${id}::uuid
  `.execute(services.db);
  return rows[0] ?? null;
}
