import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { refreshData } from "../../../kit/api/resources.ts";
import { useSession } from "../../../kit/session.ts";
import { ItemTree, type TreeHandle } from "../../../kit/tree/item-tree.tsx";
import type { TreeItem } from "../../../kit/tree/tree-items.ts";
import type { TreeChoice } from "../../../kit/tree/use-tree-choice.ts";
import { confirmMove, isMovable, maximumNameLength, nodeKey, renameNode, takesNode } from "./node-edits.ts";
import { type NodeDialogKind, useNodeMenu } from "./use-node-menu.ts";

const NodeInformation = lazy(() => import("./node-information.tsx"));
const NodeTargetDialog = lazy(() => import("./node-target-dialog.tsx"));
const NodeAssetsDialog = lazy(() => import("./node-assets-dialog.tsx"));

interface NodeEditorProps {
  /** URL of the tree, with its fixed query. */
  readonly url: string;
  readonly choice: TreeChoice;
}

/**
 * The tree of nodes with everything that can be done to it, as far as the viewer may: by menu, by keys, and by dragging
 * (docs/contract/console.md, "Trees").
 */
export default function NodeEditor({ url, choice }: NodeEditorProps) {
  const { t } = useTranslation(["assets", "tree"]);
  const { can, inRoot, organization } = useSession();
  const tree = useRef<TreeHandle>(null);
  const [dialog, setDialog] = useState<{ readonly kind: NodeDialogKind; readonly node: TreeItem }>();
  const client = useQueryClient();
  // What a node holds is told by the lists beside the tree too.
  const reload = () => refreshData(client);
  const rename = async (id: string, name: string) => {
    await renameNode(id, name);
    await reload();
  };
  const menu = useNodeMenu({ tree, choice, reload, open: (kind, node) => setDialog({ kind, node }) });
  const treeKey = `${organization?.id ?? ""} ${url}`;
  const mayMove = can("assets.change_node") && !inRoot;
  const close = () => setDialog(undefined);
  return (
    <>
      <ItemTree
        key={treeKey}
        ref={tree}
        label={t("node.tree")}
        searchLabel={t("node.search")}
        url={url}
        memoryKey={treeKey}
        selected={choice.selected}
        onSelect={choice.choose}
        {...(choice.node === undefined ? {} : { locate: nodeKey })}
        menu={menu}
        {...(mayMove
          ? {
              dragging: {
                movable: isMovable,
                accepts: takesNode,
                drop: (node: TreeItem, target: TreeItem) => confirmMove(node, target, reload),
              },
              naming: { label: t("tree:node.name"), maxLength: maximumNameLength, save: rename },
            }
          : {})}
      />
      <Suspense fallback={null}>
        {dialog?.kind === "information" ? <NodeInformation node={dialog.node} onClose={close} /> : null}
        {dialog?.kind === "move" ? (
          <NodeTargetDialog
            node={dialog.node}
            onTarget={(target) => {
              close();
              confirmMove(dialog.node, target, reload);
            }}
            onClose={close}
          />
        ) : null}
        {dialog?.kind === "add" || dialog?.kind === "replace" || dialog?.kind === "remove" ? (
          <NodeAssetsDialog change={dialog.kind} node={dialog.node} onDone={reload} onClose={close} />
        ) : null}
      </Suspense>
    </>
  );
}
