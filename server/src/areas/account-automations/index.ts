import "./tables.ts";
import type { Area } from "../../engine/area.ts";
import { changeSecretColumns, repairJob, rotationResources } from "./rotation/index.ts";

/** What the area is made with. */
export interface AccountAutomationsOptions {
  /** The program of the runners in which targets are reached. */
  readonly runnerProgram: string;
}

/** What changes accounts on their assets. Contract: docs/contract/account-automations.md. */
export function createAccountAutomationsArea({ runnerProgram }: AccountAutomationsOptions): Area {
  return {
    name: "account-automations",
    resources: rotationResources,
    jobs: [repairJob(runnerProgram)],
    sealed: changeSecretColumns,
  };
}
