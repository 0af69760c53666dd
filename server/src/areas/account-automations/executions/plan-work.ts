import { recordSystemOperations } from "../../../engine/audit/index.ts";
import { translate, withParameters } from "../../../engine/i18n/index.ts";
import type { JsonObject } from "../../../engine/json.ts";
import { TaskFailure, type TaskRun } from "../../../engine/tasks/index.ts";
import { createMissingAccounts, keepGatheredOn } from "../../accounts/index.ts";
import { automationTasks } from "../../automation/index.ts";
import type { AutomationKind } from "../kinds.ts";
import { openPlanSecret, rulesOf } from "../plans/secret-fields.ts";
import { rotateSecrets } from "../rotation/index.ts";
import { text } from "../texts.ts";
import { reportChanges } from "./change-report.ts";
import type { PlanWork } from "./execute-task.ts";
import { accountsOfPlan, assetsOfPlan, namedBy, pushableAssets, type StoredPlan } from "./stored-plan.ts";

/** Who writes what the product makes by itself. */
const author = "System";

/** How plans of each kind are carried out, with `program`, the runner's. */
export function planWork(program: string): Readonly<Record<AutomationKind, PlanWork>> {
  return {
    change_secret: async (run, plan) => {
      try {
        return await rotate(run, program, "change_secret", plan);
      } finally {
        // What was tried is reported too where nothing of it succeeded.
        await reportChanges(run, plan);
      }
    },
    push_account: (run, plan) => push(run, program, plan),
    gather_accounts: (run, plan) => gather(run, program, plan),
  };
}

async function push(run: TaskRun, program: string, plan: StoredPlan): Promise<JsonObject> {
  const made = await createMissingAccounts(run.services.db, {
    assetIds: pushableAssets(plan),
    usernames: plan.accounts,
    secretType: plan.secret_type ?? "password",
    author,
  });
  if (made > 0) {
    run.log.line(translate(withParameters(text.accountsMade, { count: made }), run.language), "quiet");
  }
  return rotate(run, program, "push_account", plan);
}

async function rotate(
  run: TaskRun,
  program: string,
  kind: "change_secret" | "push_account",
  plan: StoredPlan,
): Promise<JsonObject> {
  const { services, language } = run;
  const accounts = await accountsOfPlan(services.db, plan);
  if (accounts.length === 0) throw new TaskFailure("no_accounts", translate(text.noneChosen, language));
  const isSpecific = plan.secret_strategy === "specific";
  const secret =
    isSpecific && plan.secret_sealed !== null
      ? openPlanSecret(services.secrets.open, plan.id, plan.secret_sealed)
      : null;
  const summary = await rotateSecrets(run, program, {
    kind,
    executionId: run.id,
    organizationId: plan.org_id,
    accounts,
    secretType: plan.secret_type ?? "password",
    secretStrategy: isSpecific ? "specific" : "random",
    secret,
    passwordRules: rulesOf(plan.password_rules),
    sshKeyStrategy: plan.ssh_key_change_strategy,
    params: plan.params,
  });
  return { ...summary };
}

/** Looks for accounts, and keeps those that were found where the plan says so. */
async function gather(run: TaskRun, program: string, plan: StoredPlan): Promise<JsonObject> {
  const { db } = run.services;
  const since = new Date();
  const { assets, nodes } = await namedBy(db, plan.id);
  if (assets.length + nodes.length === 0) {
    throw new TaskFailure("no_assets", translate(text.noAssets, run.language));
  }
  const summary = await automationTasks(program).gatherAccounts.run(run, { assets, nodes });
  if (!plan.is_sync_account) return summary;
  const kept = await db.transaction().execute(async (transaction) => {
    const made = await keepGatheredOn(transaction, assetsOfPlan(plan.id), { since, author });
    await recordSystemOperations(transaction, made);
    return made.length;
  });
  run.log.line(translate(withParameters(text.synced, { count: kept }), run.language), "good");
  return { ...summary, kept };
}
