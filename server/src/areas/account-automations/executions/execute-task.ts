import { translate, withParameters } from "../../../engine/i18n/index.ts";
import type { JsonObject } from "../../../engine/json.ts";
import { isUuid } from "../../../engine/resource/index.ts";
import { defineTask, type TaskDeclaration, TaskFailure, type TaskRun } from "../../../engine/tasks/index.ts";
import type { AutomationKind } from "../kinds.ts";
import { schedulePrefix } from "../plans/plan-fields.ts";
import { dropSchedule } from "../plans/schedule-fields.ts";
import { text } from "../texts.ts";
import { beginExecution, endExecution } from "./execution-rows.ts";
import type { PlanChoice } from "./start-route.ts";
import { loadPlan, type StoredPlan } from "./stored-plan.ts";
import { executeTaskName } from "./task-names.ts";

/** Seconds a plan may take: as long as thousands of assets that do not answer. */
const timeoutSeconds = 6 * 3_600;

/** Carries out a plan of a kind; answers the summary. */
export type PlanWork = (run: TaskRun, plan: StoredPlan) => Promise<JsonObject>;

/**
 * The task that carries out a plan, asked for by somebody or by its schedule.
 * Contract: docs/contract/account-automations.md, "Executions".
 */
export function executeTask(work: Readonly<Record<AutomationKind, PlanWork>>): TaskDeclaration<PlanChoice> {
  return defineTask<PlanChoice>({
    name: executeTaskName,
    label: text.executeTask,
    queue: "ansible",
    // Secrets must not be changed again because a worker died; what it left behind is put right by itself.
    repeatable: false,
    timeoutSeconds,
    readKwargs: ({ automation }) =>
      typeof automation === "string" && isUuid(automation) ? { automation } : null,
    run: (run, { automation }) => execute(run, automation, work),
  });
}

async function execute(
  run: TaskRun,
  planId: string,
  work: Readonly<Record<AutomationKind, PlanWork>>,
): Promise<JsonObject> {
  const { services, log, language } = run;
  const { db } = services;
  const plan = await loadPlan(db, planId);
  if (plan === null || plan.org_id !== run.organizationId) {
    for (const kind of Object.keys(work) as AutomationKind[]) {
      await dropSchedule(db, schedulePrefix(kind), planId);
    }
    throw new TaskFailure("plan_gone", translate(text.planGone, language));
  }
  const trigger = run.userId === null ? "timing" : "manual";
  await beginExecution(db, { id: run.id, planId, trigger, isStarted: true });
  let isSuccess = false;
  try {
    log.line(translate(withParameters(text.begins, { name: plan.name }), language));
    // It was deactivated while the execution waited.
    if (!plan.is_active) throw new TaskFailure("inactive", translate(text.planInactive, language));
    const summary = await work[plan.type](run, plan);
    isSuccess = true;
    return summary;
  } finally {
    await endExecution(db, run.id, isSuccess);
  }
}
