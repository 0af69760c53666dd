import i18next from "i18next";
import { isRecord } from "../../../kit/api/api-error.ts";
import { api } from "../../../kit/api/client.ts";
import { confirm } from "../../../kit/dialogs.tsx";
import { toast, toastFailure } from "../../../kit/feedback.ts";
import { openTaskLog } from "../../../kit/task-window.ts";
import type { TreeItem } from "../../../kit/tree/tree-items.ts";
import { NODES_URL } from "../resources.ts";

/** Longest name of a node, in characters. */
export const maximumNameLength = 128;

/** What is done with the assets of a node: put into it too, put into it alone, taken out of it. */
export type NodeAssetsChange = "add" | "replace" | "remove";

const text = (key: string, values: Readonly<Record<string, unknown>> = {}) =>
  i18next.t(`tree:node.${key}` as "tree:node.moved", values as { name: string; target: string });

/** Whether an item of the tree is a node that may go elsewhere: the root stays. */
export function isMovable(item: TreeItem): boolean {
  return item.type === "node" && item.parent !== "";
}

/** Whether a node can be put below another: not where it is, and not into itself. */
export function takesNode(node: TreeItem, target: TreeItem): boolean {
  const isBelow = target.key === node.key || target.key.startsWith(`${node.key}:`);
  return isMovable(node) && target.type === "node" && !isBelow && node.parent !== target.key;
}

/**
 * Does something to the tree, and shows it as it is then. When it fails, because somebody else was quicker for example,
 * the reason is told, and the tree is still shown anew.
 */
export async function changeTree(work: () => Promise<unknown>, reload: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    toastFailure(error);
  }
  await reload();
}

/** Asks whether a node is to be moved below another, telling what that means, and moves it. */
export function confirmMove(node: TreeItem, target: TreeItem, reload: () => Promise<void>): void {
  const names = { name: node.value, target: target.value };
  const count = node.count ?? 0;
  confirm({
    title: text("confirmMove", names),
    content: count === 0 ? text("moveEmptyBody") : text("moveBody", { count }),
    confirmText: text("moveHere"),
    onConfirm: () =>
      changeTree(async () => {
        await api(`${NODES_URL}${target.id}/children/add/`, { method: "PUT", body: { nodes: [node.id] } });
        toast("success", text("moved", names));
      }, reload),
  });
}

/** Gives a node another name. */
export async function renameNode(id: string, value: string): Promise<void> {
  await api(`${NODES_URL}${id}/`, { method: "PATCH", body: { value } });
}

/** Makes a node below another, named by the server, and answers its id. */
export async function createNode(parent: TreeItem): Promise<string> {
  const made = await api(`${NODES_URL}${parent.id}/children/`, { method: "POST", body: {} });
  return isRecord(made) ? String(made.id) : "";
}

/** Deletes a node with everything below it. */
export async function deleteNode(node: TreeItem): Promise<void> {
  await api(`${NODES_URL}${node.id}/`, { method: "DELETE" });
  toast("success", text("deleted", { name: node.value }));
}

/** The key of a node. */
export async function nodeKey(id: string): Promise<string> {
  const node = await api(`${NODES_URL}${id}/`);
  return isRecord(node) ? String(node.key ?? "") : "";
}

/** Has something done with the assets of a node and of those below it, and opens the log of it. */
export async function startNodeTask(node: TreeItem, action: "refresh" | "test"): Promise<void> {
  await follow(`${NODES_URL}${node.id}/tasks/`, { action });
}

/** Has the counts of all nodes checked, and opens the log of it. */
export async function checkCounts(): Promise<void> {
  await follow(`${NODES_URL}check_assets_amount_task/`, {});
}

async function follow(url: string, body: Readonly<Record<string, string>>): Promise<void> {
  try {
    const answer = await api(url, { method: "POST", body });
    if (isRecord(answer) && typeof answer.task === "string") openTaskLog(answer.task);
  } catch (error) {
    toastFailure(error);
  }
}

const DONE = { add: "added", replace: "replaced", remove: "removed" } as const;

/** Changes which assets sit in a node. */
export async function changeNodeAssets(
  node: TreeItem,
  change: NodeAssetsChange,
  assets: readonly unknown[],
): Promise<void> {
  await api(`${NODES_URL}${node.id}/assets/${change}/`, { method: "PUT", body: { assets } });
  toast("success", text(DONE[change], { count: assets.length }));
}
