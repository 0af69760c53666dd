import "./tables.ts";
import type { Area } from "../../engine/area.ts";
import { newAssetsJob, queueNewAssetsJob } from "./new-assets.ts";
import { automationRoutes } from "./routes.ts";
import { automationTasks } from "./tasks.ts";

export {
  accountsById,
  type Candidate,
  type CandidateAccount,
  changingAccounts,
  loadCandidates,
} from "./candidates.ts";
export { openAccount, Skipped, unseal } from "./job-spec.ts";
export { runSteps, type Step, type StepCounts, sayIn } from "./run-on-assets.ts";
export { automationTasks } from "./tasks.ts";

/** What the automation area is made with. */
export interface AutomationOptions {
  /** The program of the runners in which targets are reached. */
  readonly runnerProgram: string;
}

/**
 * What is done on assets by themselves: are they reached, what are they, do their accounts work. Contract:
 * docs/contract/jobs.md, "Automation".
 */
export function createAutomationArea({ runnerProgram }: AutomationOptions): Area {
  const tasks = automationTasks(runnerProgram);
  const newAssets = newAssetsJob(tasks);
  return {
    name: "automation",
    jobs: [newAssets],
    assetCreationListeners: [queueNewAssetsJob(newAssets)],
    routes: automationRoutes(tasks),
    tasks: [
      tasks.testAssets,
      tasks.gatherFacts,
      tasks.gatherAccounts,
      tasks.testGateways,
      tasks.verifyAccounts,
    ],
  };
}
