import { sql } from "kysely";
import { translate, withParameters } from "../../../engine/i18n/index.ts";
import { log as productLog } from "../../../engine/log.ts";
import type { Sheet } from "../../../engine/tabular/index.ts";
import { TaskFailure, type TaskRun } from "../../../engine/tasks/index.ts";
import { batchesOf } from "../backup/backup-sheets.ts";
import { mailReport, workbookOf } from "../backup/report-mail.ts";
import { text } from "../backup/texts.ts";
import { type RotatedSecret, secretsOfExecution } from "../rotation/index.ts";
import type { StoredPlan } from "./stored-plan.ts";

/**
 * Mails what an execution changed to the recipients of its plan. That it could not be sent is told in the log: the
 * secrets were changed all the same. Contract: docs/contract/account-automations.md, "Reports by mail".
 */
export async function reportChanges(run: TaskRun, plan: StoredPlan): Promise<void> {
  const { services, log } = run;
  const { rows } = await sql<{ user_id: string }>`
    select user_id from account_automation_recipients where automation_id = ${plan.id}::uuid
  `.execute(services.db);
  if (rows.length === 0) return;
  const changed = await secretsOfExecution(services, run.id);
  if (changed.length === 0) return;
  try {
    const workbook = await workbookOf([sheetOf(changed, run)]);
    await mailReport(
      run,
      rows.map(({ user_id: id }) => id),
      workbook,
      {
        subject: text.changeSubject,
        body: withParameters(text.changeBody, { plan: plan.name }),
        name: plan.name,
        organizationId: plan.org_id,
      },
    );
  } catch (error) {
    if (error instanceof TaskFailure) return log.line(error.message, "bad");
    productLog.error({ err: error, execution: run.id }, "a report of changed secrets was not sent");
    log.line(translate(text.notSent, run.language), "bad");
  }
}

const titles = [
  text.number,
  text.asset,
  text.account,
  text.oldSecret,
  text.newSecret,
  text.status,
  text.error,
  text.isSuccess,
];

function sheetOf(changed: readonly RotatedSecret[], { language }: TaskRun): Sheet {
  const cells = changed.map((row, index) => {
    const outcome = translate(row.isSuccess ? text.success : text.failed, language);
    const yes = translate(row.isSuccess ? text.yes : text.no, language);
    return [
      index + 1,
      row.asset,
      row.account,
      row.oldSecret ?? "",
      row.newSecret ?? "",
      outcome,
      row.error,
      yes,
    ];
  });
  return {
    name: null,
    titles: titles.map((title) => translate(title, language)),
    batches: batchesOf(cells),
  };
}
