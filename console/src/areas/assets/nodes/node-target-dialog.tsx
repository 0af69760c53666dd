import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../../kit/dialog/dialog.tsx";
import type { TreeItem } from "../../../kit/tree/tree-items.ts";
import { NODES_URL } from "../resources.ts";
import { takesNode } from "./node-edits.ts";
import { NodeTree } from "./node-tree.tsx";

interface NodeTargetDialogProps {
  readonly node: TreeItem;
  readonly onTarget: (target: TreeItem) => void;
  readonly onClose: () => void;
}

/** Asks below which node another is to be moved: what dragging does, for keyboards, fingers and far places. */
export default function NodeTargetDialog({ node, onTarget, onClose }: NodeTargetDialogProps) {
  const { t } = useTranslation("tree");
  const [target, setTarget] = useState<TreeItem>();
  const isTaken = target !== undefined && takesNode(node, target);
  return (
    <Dialog
      title={t("node.moveTitle", { name: node.value })}
      size="small"
      answer={{ text: t("node.moveHere"), disabled: !isTaken, run: () => target && onTarget(target) }}
      onClose={onClose}
    >
      <NodeTree url={`${NODES_URL}children/tree/?assets=0`} selected={target?.id} onSelect={setTarget} />
    </Dialog>
  );
}
