import { isRecord } from "../../kit/api/api-error.ts";
import { api } from "../../kit/api/client.ts";
import type { Row } from "../../kit/metadata/types.ts";
import { type SessionQuestions, useSession } from "../../kit/session.ts";
import { type ActionOutcome, taskOutcome } from "../../kit/task-outcome.ts";
import { openTaskLog } from "../../kit/task-window.ts";
import { readConnectivity } from "./connectivity.tsx";
import { ASSETS } from "./resources.ts";

/** What can be asked of an asset itself: whether it is reached, and what it is made of. */
export type AssetTask = "test" | "refresh";

const TASKS: Readonly<Record<AssetTask, { readonly permission: string; readonly item: string }>> = {
  test: { permission: "assets.test_assetconnectivity", item: "ping" },
  refresh: { permission: "assets.refresh_assethardwareinfo", item: "gather_facts" },
};

/** Whether the automation of its platform can do this with an asset. */
export function supportsTask(asset: Row, task: AssetTask): boolean {
  const { auto_config: automation } = asset;
  return (
    isRecord(automation) &&
    automation.ansible_enabled === true &&
    automation[`${TASKS[task].item}_enabled`] === true
  );
}

/** Whether somebody may ask this of assets here; never in the organization over all others. */
export function mayStart(
  task: AssetTask,
  { can, inRoot }: Pick<SessionQuestions, "can" | "inRoot">,
): boolean {
  return !inRoot && can(TASKS[task].permission);
}

/** Whether the viewer may ask this of assets here. */
export const useTaskPermission = (task: AssetTask): boolean => mayStart(task, useSession());

async function ask(asset: Row, task: AssetTask): Promise<string> {
  const url = `${addressOf(asset)}tasks/`;
  return (await api<{ task: string }>(url, { method: "POST", body: { action: task } })).task;
}

function addressOf(asset: Row): string {
  return `${ASSETS.url}${encodeURIComponent(String(asset.id))}/`;
}

/** Asks it, and opens the log of what follows. */
export async function startTask(asset: Row, task: AssetTask): Promise<void> {
  openTaskLog(await ask(asset, task));
}

/** Asks it, and waits for what comes of it: of a test, whether the asset was reached. */
export async function runTask(asset: Row, task: AssetTask): Promise<ActionOutcome> {
  const id = await ask(asset, task);
  return task === "refresh" ? taskOutcome(id) : taskOutcome(id, () => readConnectivity(addressOf(asset)));
}
