import type { RefObject } from "react";
import { useTranslation } from "react-i18next";
import { writeCookie } from "../../../kit/api/cookies.ts";
import { confirmDelete } from "../../../kit/dialogs.tsx";
import { useSession } from "../../../kit/session.ts";
import type { TreeAction, TreeHandle, TreeMenu } from "../../../kit/tree/item-tree.tsx";
import type { TreeItem } from "../../../kit/tree/tree-items.ts";
import type { TreeChoice } from "../../../kit/tree/use-tree-choice.ts";
import { NODES_URL } from "../resources.ts";
import {
  changeTree,
  checkCounts,
  createNode,
  deleteNode,
  isMovable,
  type NodeAssetsChange,
  startNodeTask,
} from "./node-edits.ts";

/** The dialogs a node has. */
export type NodeDialogKind = NodeAssetsChange | "move" | "information";

const COOKIE = "show_current_asset";
const DAY = 86_400;

interface NodeMenuOptions {
  readonly tree: RefObject<TreeHandle | null>;
  readonly choice: TreeChoice;
  /** Shows everything as it is after a change. */
  readonly reload: () => Promise<void>;
  readonly open: (kind: NodeDialogKind, node: TreeItem) => void;
}

/** What can be done with a node, as far as the viewer may; nothing in the view over all organizations. */
export function useNodeMenu({ tree, choice, reload, open }: NodeMenuOptions): TreeMenu {
  const { t } = useTranslation("tree");
  const { can, inRoot } = useSession();

  const create = (node: TreeItem) =>
    changeTree(async () => {
      const id = await createNode(node);
      tree.current?.open(node);
      if (can("assets.change_node")) tree.current?.name(id);
    }, reload);
  const remove = (node: TreeItem) =>
    confirmDelete(
      node.value,
      () =>
        changeTree(async () => {
          await deleteNode(node);
          if (choice.node === node.id) choice.choose(undefined);
        }, reload),
      { url: NODES_URL, ids: [node.id] },
    );
  const show = (node: TreeItem, isDirect: boolean) => {
    writeCookie(COOKIE, isDirect ? "1" : "0", DAY);
    choice.choose(node, isDirect);
  };

  const changes = (node: TreeItem): TreeAction[] => [
    ...(can("assets.add_node")
      ? [{ key: "create", label: t("node.create"), run: () => void create(node) }]
      : []),
    ...(can("assets.change_node") && isMovable(node)
      ? [
          { key: "rename", label: t("node.rename"), shortcut: "F2", run: () => tree.current?.name(node.id) },
          { key: "move", label: t("node.move"), run: () => open("move", node) },
        ]
      : []),
  ];
  const deletion = (node: TreeItem): TreeAction[] =>
    can("assets.delete_node") && isMovable(node)
      ? [
          {
            key: "delete",
            label: t("node.delete"),
            danger: true,
            shortcut: "Delete",
            run: () => remove(node),
          },
        ]
      : [];
  const assets = (node: TreeItem): TreeAction[] =>
    can("assets.change_assetnodes")
      ? [
          { key: "add", label: t("node.addAssets"), run: () => open("add", node) },
          { key: "replace", label: t("node.replaceAssets"), run: () => open("replace", node) },
          { key: "remove", label: t("node.removeAssets"), run: () => open("remove", node) },
        ]
      : [];
  const tasks = (node: TreeItem): TreeAction[] => [
    ...(can("assets.refresh_assethardwareinfo")
      ? [{ key: "refresh", label: t("node.refresh"), run: () => void startNodeTask(node, "refresh") }]
      : []),
    ...(can("assets.test_assetconnectivity")
      ? [{ key: "test", label: t("node.test"), run: () => void startNodeTask(node, "test") }]
      : []),
  ];
  const views = (node: TreeItem): TreeAction[] => [
    { key: "only", label: t("node.only"), run: () => show(node, true) },
    { key: "all", label: t("node.all"), run: () => show(node, false) },
  ];
  const more = (node: TreeItem): TreeAction[] => [
    ...(can("assets.change_node")
      ? [{ key: "check", label: t("node.check"), run: () => void checkCounts() }]
      : []),
    { key: "information", label: t("node.information"), run: () => open("information", node) },
  ];

  return {
    label: (node) => t("node.actions", { name: node.value }),
    actions: (node) =>
      inRoot || node.type !== "node"
        ? []
        : joined([changes(node), assets(node), tasks(node), views(node), more(node), deletion(node)]),
    chosen: (node) => (choice.node === node.id && choice.isDirect === true ? "only" : "all"),
  };
}

/** The groups one after the other, with a line above each but the first. */
function joined(groups: readonly (readonly TreeAction[])[]): TreeAction[] {
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, at) =>
      group.map((action, index) => (at > 0 && index === 0 ? { ...action, isSeparated: true } : action)),
    );
}
