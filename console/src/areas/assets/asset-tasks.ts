import { isRecord } from "../../kit/api/api-error.ts";
import { api } from "../../kit/api/client.ts";
import type { Row } from "../../kit/metadata/types.ts";
import { type SessionQuestions, useSession } from "../../kit/session.ts";
import { openTaskLog } from "../../kit/task-window.ts";
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

/** Asks it, and opens the log of what follows. */
export async function startTask(asset: Row, task: AssetTask): Promise<void> {
  const url = `${ASSETS.url}${encodeURIComponent(String(asset.id))}/tasks/`;
  const answer = await api<{ task: string }>(url, { method: "POST", body: { action: task } });
  openTaskLog(answer.task);
}
