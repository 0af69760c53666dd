import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { TreeItem } from "../../../kit/tree/tree-items.ts";
import RelatedDialog from "../../../kit/widgets/related-dialog.tsx";
import { NarrowingTree, useAssetColumns } from "../asset-picker.tsx";
import { ASSET_OPTIONS } from "../resources.ts";
import { changeNodeAssets, changeTree, type NodeAssetsChange } from "./node-edits.ts";

const TITLES = {
  add: "node.addAssetsTo",
  replace: "node.replaceAssetsTo",
  remove: "node.removeAssetsFrom",
} as const;

interface NodeAssetsDialogProps {
  readonly change: NodeAssetsChange;
  readonly node: TreeItem;
  /** Shows the tree and what it counts as they are then. */
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

/** Chooses assets to put into a node, or to take out of it: of those in it, then. */
export default function NodeAssetsDialog({ change, node, onDone, onClose }: NodeAssetsDialogProps) {
  const { t } = useTranslation("tree");
  const columns = useAssetColumns();
  const related = useMemo(
    () =>
      change === "remove"
        ? { ...ASSET_OPTIONS, query: { ...ASSET_OPTIONS.query, node_id: node.id, show_current_asset: 1 } }
        : ASSET_OPTIONS,
    [change, node.id],
  );
  return (
    <RelatedDialog
      title={t(TITLES[change], { name: node.value })}
      related={related}
      multiple
      columns={columns}
      chosen={[]}
      {...(change === "remove" ? {} : { tree: NarrowingTree })}
      onConfirm={(options) => {
        onClose();
        const ids = options.map(({ value }) => value);
        if (ids.length > 0) void changeTree(() => changeNodeAssets(node, change, ids), onDone);
      }}
      onCancel={onClose}
    />
  );
}
