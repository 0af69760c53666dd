import { lazy } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "../../../kit/session.ts";
import { ItemTree } from "../../../kit/tree/item-tree.tsx";
import { TreeTabs } from "../../../kit/tree/tree-tabs.tsx";
import type { TreeChoice } from "../../../kit/tree/use-tree-choice.ts";
import { NODES_URL } from "../resources.ts";
import { NodeTree } from "./node-tree.tsx";

const NodeEditor = lazy(() => import("./node-editor.tsx"));

interface AssetTreesProps {
  /** What is counted behind the names of types. */
  readonly counts: "asset" | "account";
  /** The trees end in assets. */
  readonly assets?: boolean;
  /** Nodes can be made, changed and moved, given the permissions. */
  readonly editable?: boolean;
  readonly choice: TreeChoice;
}

/** The tree of nodes and the tree of categories, types and platforms, for those who may see them. */
export function AssetTrees({ counts, assets = false, editable = false, choice }: AssetTreesProps) {
  const { t } = useTranslation("assets");
  const { can } = useSession();
  const ends = assets ? 1 : 0;
  const nodesUrl = `${NODES_URL}children/tree/?assets=${ends}`;
  const nodes = {
    key: "CustomTree",
    label: t("node.tree"),
    content: editable ? (
      <NodeEditor url={nodesUrl} choice={choice} />
    ) : (
      <NodeTree url={nodesUrl} selected={choice.selected} onSelect={choice.choose} />
    ),
  };
  const types = {
    key: "BuiltinTree",
    label: t("node.types"),
    content: (
      <ItemTree
        label={t("node.types")}
        url={`${NODES_URL}category/tree/?assets=${ends}&count_resource=${counts}`}
        selected={choice.selected}
        onSelect={choice.choose}
      />
    ),
  };
  return (
    <TreeTabs
      label={t("node.trees")}
      tabs={[...(can("assets.view_node") ? [nodes] : []), ...(can("assets.view_asset") ? [types] : [])]}
      chosen={choice.kind === undefined ? undefined : types.key}
    />
  );
}
