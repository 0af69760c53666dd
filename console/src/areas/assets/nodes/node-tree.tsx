import { useTranslation } from "react-i18next";
import { useSession } from "../../../kit/session.ts";
import { ItemTree } from "../../../kit/tree/item-tree.tsx";
import type { TreeItem } from "../../../kit/tree/tree-items.ts";

interface NodeTreeProps {
  /** URL of the tree, with its fixed query. */
  readonly url: string;
  /** Id of the chosen item. */
  readonly selected: string | undefined;
  /** Called when an item is chosen; undefined when the choice is taken back. */
  readonly onSelect: (item: TreeItem | undefined) => void;
}

/** A tree of nodes, loaded level by level, searched by the server. */
export function NodeTree({ url, selected, onSelect }: NodeTreeProps) {
  const { t } = useTranslation("assets");
  const { organization } = useSession();
  const treeKey = `${organization?.id ?? ""} ${url}`;
  return (
    <ItemTree
      key={treeKey}
      label={t("node.tree")}
      searchLabel={t("node.search")}
      url={url}
      memoryKey={treeKey}
      selected={selected}
      onSelect={onSelect}
    />
  );
}
