import { api } from "../../kit/api/client.ts";
import type { Row } from "../../kit/metadata/types.ts";
import { type ActionOutcome, taskOutcome } from "../../kit/task-outcome.ts";
import { openTaskLog } from "../../kit/task-window.ts";
import type { PlanKind } from "./resources.ts";

async function ask({ executions, planField }: PlanKind, plan: Row): Promise<string> {
  const body = { [planField]: plan.id };
  return (await api<{ task: string }>(executions.url, { method: "POST", body })).task;
}

/** Runs a plan, and opens the log of that. */
export async function runPlan(kind: PlanKind, plan: Row): Promise<void> {
  openTaskLog(await ask(kind, plan));
}

/** Runs a plan, and waits for what comes of it. */
export async function runPlanHere(kind: PlanKind, plan: Row): Promise<ActionOutcome> {
  return taskOutcome(await ask(kind, plan));
}
