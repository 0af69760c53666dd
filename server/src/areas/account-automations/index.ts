import "./tables.ts";
import type { Area } from "../../engine/area.ts";
import { moveAccountsTask } from "./authority/move-task.ts";
import { authorityKeyRoutes } from "./authority/routes.ts";
import { backupExecutionsResource, settleBackupsJob, startBackupRoute } from "./backup/backup-executions.ts";
import { backupPlansResource, backupStoragesRoute, plansOfStorages } from "./backup/backup-plans.ts";
import { backupTask } from "./backup/backup-task.ts";
import { certificateRoutes } from "./certificates/routes.ts";
import { setUpCertificateTask } from "./certificates/set-up-task.ts";
import { executeTask } from "./executions/execute-task.ts";
import { executionResource } from "./executions/execution-resource.ts";
import { settleExecutionsJob } from "./executions/execution-rows.ts";
import { planWork } from "./executions/plan-work.ts";
import { startRoute } from "./executions/start-route.ts";
import { kinds } from "./kinds.ts";
import { planResources } from "./plans/plan-resources.ts";
import { relationRoutes } from "./plans/relation-routes.ts";
import { planSecretColumn } from "./plans/secret-fields.ts";
import { pushAccounts, pushTask } from "./push/push-task.ts";
import {
  changeSecretColumns,
  checkTask,
  openChangeRoutes,
  repairJob,
  rotationResources,
} from "./rotation/index.ts";
import { compareTask } from "./weak-spots/compare-secrets.ts";
import { weakSpotRoutes } from "./weak-spots/weak-spots-list.ts";

/** What the area is made with. */
export interface AccountAutomationsOptions {
  /** The program of the runners in which targets are reached. */
  readonly runnerProgram: string;
}

/**
 * What is done with accounts by plan: pushing them to assets, changing their secrets, looking for them, backing them
 * up. Contract: docs/contract/account-automations.md.
 */
export function createAccountAutomationsArea({ runnerProgram }: AccountAutomationsOptions): Area {
  const execute = executeTask(planWork(runnerProgram));
  const push = pushTask(runnerProgram);
  const check = checkTask(runnerProgram);
  const setUpCertificate = setUpCertificateTask({ program: runnerProgram });
  const moveAccounts = moveAccountsTask({ program: runnerProgram });
  return {
    name: "account-automations",
    resources: [
      ...planResources,
      ...Object.values(kinds).map((names) => executionResource(names)),
      ...rotationResources,
      backupPlansResource,
      backupExecutionsResource,
    ],
    routes: [
      ...Object.values(kinds).map((names) => startRoute(names, execute)),
      startBackupRoute(backupTask),
      backupStoragesRoute,
      ...weakSpotRoutes,
      ...openChangeRoutes(check),
      ...certificateRoutes(setUpCertificate),
      ...authorityKeyRoutes(moveAccounts),
      ...relationRoutes("change-secret", kinds.changeSecret),
      ...relationRoutes("push-account", kinds.pushAccount),
    ],
    tasks: [execute, push, check, setUpCertificate, moveAccounts, backupTask, compareTask],
    jobs: [settleExecutionsJob, settleBackupsJob, repairJob(runnerProgram)],
    sealed: [planSecretColumn, ...changeSecretColumns],
    accountPushes: [pushAccounts(push)],
    deletionEffects: [plansOfStorages],
  };
}
