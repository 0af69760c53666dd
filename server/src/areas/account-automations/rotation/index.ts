import type { JobDeclaration } from "../../../engine/jobs/index.ts";
import type { TaskDeclaration, TaskRun } from "../../../engine/tasks/index.ts";
import { checkChangeTask, type OpenChangeChoice } from "./open-changes.ts";
import type { RotationRequest, RotationSummary } from "./request.ts";
import { rotateIn } from "./rotate.ts";
import { settleJob } from "./settle.ts";

export { changeSecretColumns } from "./changes.ts";
export { type RotatedSecret, secretsOfExecution } from "./executed-secrets.ts";
export { openChangeRoutes } from "./open-changes.ts";
export { rotationResources } from "./records.ts";
export type { RotationRequest, RotationSummary } from "./request.ts";

/**
 * Changes the secrets of accounts on their assets so that nobody is locked out: a new secret is kept before it is set,
 * proved by signing in afresh, and made current only then. Tells in the log of the execution how each went. Contract:
 * docs/contract/account-automations.md, "Rotation".
 *
 * @param program the runner's
 * @throws TaskFailure when there were accounts and none was changed or postponed
 */
export function rotateSecrets(
  run: TaskRun,
  program: string,
  request: RotationRequest,
): Promise<RotationSummary> {
  return rotateIn(run, { program }, request);
}

/** Settles, every minute, the changes that something that died has left open. */
export function repairJob(program: string): JobDeclaration {
  return settleJob({ program });
}

/** Finds out, when somebody asks, which secret of an open change works. */
export function checkTask(program: string): TaskDeclaration<OpenChangeChoice> {
  return checkChangeTask({ program });
}
