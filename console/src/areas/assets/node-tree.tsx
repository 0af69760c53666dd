import { EllipsisOutlined } from "@ant-design/icons";
import { Button, Dropdown } from "antd";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../kit/api/client.ts";
import { confirmDelete } from "../../kit/dialogs.tsx";
import { toast } from "../../kit/feedback.ts";
import { useSession } from "../../kit/session.ts";
import { ItemTree } from "../../kit/tree/item-tree.tsx";
import type { TreeItem } from "../../kit/tree/tree-items.ts";
import type { Naming } from "./node-dialog.tsx";
import { NODES_URL } from "./resources.ts";

const NodeDialog = lazy(() => import("./node-dialog.tsx"));

interface NodeTreeProps {
  /** URL of the tree, with its fixed query. */
  readonly url: string;
  /** Id of the chosen item. */
  readonly selected: string | undefined;
  /** Called when an item is chosen; undefined when the choice is taken back. */
  readonly onSelect: (item: TreeItem | undefined) => void;
  /** Nodes can be created, renamed and deleted, given the permissions. */
  readonly editable?: boolean;
}

interface NodeMenuProps {
  readonly item: TreeItem;
  readonly onName: (naming: Naming) => void;
  readonly onChanged: () => void;
}

function NodeMenu({ item, onName, onChanged }: NodeMenuProps) {
  const { t } = useTranslation(["assets", "common"]);
  const { can } = useSession();
  const entries = [
    ...(can("assets.add_node") ? [{ key: "create", label: t("node.create") }] : []),
    ...(can("assets.change_node") ? [{ key: "rename", label: t("node.rename") }] : []),
    ...(can("assets.delete_node") && item.parent !== ""
      ? [{ key: "delete", label: t("node.delete"), danger: true }]
      : []),
  ];
  if (entries.length === 0) return null;
  const remove = async () => {
    await api(`${NODES_URL}${item.id}/`, { method: "DELETE" });
    toast("success", t("node.deleted", { name: item.value }));
    onChanged();
  };
  return (
    <Dropdown
      trigger={["click"]}
      menu={{
        items: entries,
        onClick: ({ key, domEvent }) => {
          domEvent.stopPropagation();
          // Chosen by a key, the rest of its press would answer the question below.
          domEvent.preventDefault();
          if (key === "delete") confirmDelete(item.value, remove);
          else onName({ mode: key === "rename" ? "rename" : "create", item });
        },
      }}
    >
      <Button
        type="text"
        size="small"
        className="tree-more"
        icon={<EllipsisOutlined />}
        aria-label={t("node.actions", { name: item.value })}
        onClick={(event) => event.stopPropagation()}
      />
    </Dropdown>
  );
}

/** A tree of nodes, loaded level by level, searched by the server. */
export function NodeTree({ url, selected, onSelect, editable = false }: NodeTreeProps) {
  const { t } = useTranslation("assets");
  const { inRoot } = useSession();
  const [named, setNamed] = useState<{ readonly naming: Naming; readonly reload: () => void }>();
  const menu = (item: TreeItem, reload: () => void) =>
    item.type === "node" ? (
      <NodeMenu item={item} onName={(naming) => setNamed({ naming, reload })} onChanged={reload} />
    ) : null;
  return (
    <>
      <ItemTree
        label={t("node.tree")}
        searchLabel={t("node.search")}
        url={url}
        selected={selected}
        onSelect={onSelect}
        {...(editable && !inRoot ? { tools: menu } : {})}
      />
      {named === undefined ? null : (
        <Suspense fallback={null}>
          <NodeDialog {...named.naming} onSaved={named.reload} onClose={() => setNamed(undefined)} />
        </Suspense>
      )}
    </>
  );
}
