import { EllipsisOutlined, ReloadOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Button, Dropdown, Input, Modal, Tree } from "antd";
import { type Key, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../kit/api/client.ts";
import { confirmDelete } from "../../kit/dialogs.tsx";
import { toast, toastFailure } from "../../kit/feedback.ts";
import { FailureNotice } from "../../kit/list/list-states.tsx";
import { useSession } from "../../kit/session.ts";
import { asTreeItems, buildBranches, type TreeBranch, type TreeItem } from "./tree-items.ts";

/** Called when an item is chosen; undefined when the choice is taken back. */
export type TreeChoiceHandler = (item: TreeItem | undefined) => void;

const NODES_URL = "/api/v1/assets/nodes/";

interface NodeTreeProps {
  /** URL of the tree, with its fixed query. */
  readonly url: string;
  /** Id of the chosen item. */
  readonly selected: string | undefined;
  readonly onSelect: TreeChoiceHandler;
  /** Nodes can be created, renamed and deleted, given the permissions. */
  readonly editable?: boolean;
}

interface TreeRow {
  readonly key: string;
  readonly title: React.ReactNode;
  readonly isLeaf: boolean;
  readonly children?: TreeRow[];
}

/** What is being named: a new child of a node, or a node itself. */
interface Naming {
  readonly mode: "create" | "rename";
  readonly item: TreeItem;
  readonly value: string;
}

function NodeMenu({
  item,
  onName,
  onChanged,
}: {
  item: TreeItem;
  onName: (naming: Naming) => void;
  onChanged: () => void;
}) {
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
  return (
    <Dropdown
      trigger={["click"]}
      menu={{
        items: entries,
        onClick: ({ key, domEvent }) => {
          domEvent.stopPropagation();
          if (key === "create") onName({ mode: "create", item, value: "" });
          if (key === "rename") onName({ mode: "rename", item, value: item.value });
          if (key === "delete") {
            confirmDelete(item.value, async () => {
              await api(`${NODES_URL}${item.id}/`, { method: "DELETE" });
              toast("success", t("node.deleted", { name: item.value }));
              onChanged();
            });
          }
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
export function NodeTree({ url, selected, onSelect, editable }: NodeTreeProps) {
  const { t } = useTranslation(["assets", "common"]);
  const { inRoot } = useSession();
  const [search, setSearch] = useState("");
  const [settled, setSettled] = useState("");
  const [extra, setExtra] = useState<readonly TreeItem[]>([]);
  const [loaded, setLoaded] = useState<ReadonlySet<string>>(new Set());
  const [expanded, setExpanded] = useState<readonly Key[]>();
  const [naming, setNaming] = useState<Naming>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(search.trim()), 600);
    return () => clearTimeout(timer);
  }, [search]);
  const first = useQuery({
    queryKey: ["tree", url, settled],
    queryFn: async ({ signal }) =>
      asTreeItems(
        await api(url, { signal, ...(settled === "" ? {} : { query: { all: "all", search: settled } }) }),
      ),
  });
  const items = useMemo(
    () => [...(first.data ?? []), ...(settled === "" ? extra : [])],
    [first.data, extra, settled],
  );
  const branches = useMemo(() => buildBranches(items, loaded), [items, loaded]);
  const byKey = useMemo(() => new Map(items.map((item) => [item.key, item])), [items]);

  const reload = () => {
    setExtra([]);
    setLoaded(new Set());
    void first.refetch();
  };
  const loadChildren = async (key: string) => {
    const item = byKey.get(key);
    if (item === undefined || loaded.has(key)) return;
    try {
      const children = asTreeItems(
        await api(url, { query: { key, n: item.name, lv: key.split(":").length - 1 } }),
      );
      setExtra((before) => [...before, ...children.filter((child) => child.key !== key)]);
      setLoaded((before) => new Set([...before, key]));
    } catch (error) {
      toastFailure(error);
    }
  };
  const saveName = async () => {
    if (naming === undefined || naming.value.trim() === "") return;
    setBusy(true);
    try {
      const { mode, item } = naming;
      const value = naming.value.trim();
      if (mode === "create")
        await api(`${NODES_URL}${item.id}/children/`, { method: "POST", body: { value } });
      else await api(`${NODES_URL}${item.id}/`, { method: "PATCH", body: { value } });
      setNaming(undefined);
      reload();
    } catch (error) {
      toastFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const rows = (list: readonly TreeBranch[]): TreeRow[] =>
    list.map(({ item, children }) => ({
      key: item.key,
      isLeaf: !item.isParent || (children !== undefined && children.length === 0),
      title: (
        <span className="tree-title">
          <span className="tree-name" title={item.tip}>
            {item.name}
          </span>
          {editable === true && !inRoot && item.type === "node" ? (
            <NodeMenu item={item} onName={setNaming} onChanged={reload} />
          ) : null}
        </span>
      ),
      ...(children === undefined ? {} : { children: rows(children) }),
    }));
  const selectedKeys = items.filter((item) => item.id === selected).map((item) => item.key);
  return (
    <section className="tree-panel" aria-label={t("node.tree")}>
      <div className="tree-head">
        <Input
          size="small"
          allowClear
          placeholder={t("common:search")}
          aria-label={t("node.search")}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <Button
          type="text"
          size="small"
          icon={<ReloadOutlined />}
          aria-label={t("common:refresh")}
          onClick={reload}
        />
      </div>
      {first.error === null ? (
        <Tree
          blockNode
          treeData={rows(branches)}
          selectedKeys={selectedKeys}
          expandedKeys={
            (expanded ?? (settled === "" ? branches.map(({ item }) => item.key) : [...byKey.keys()])) as Key[]
          }
          onExpand={setExpanded}
          loadData={(node) => loadChildren(String(node.key))}
          onSelect={(keys) => onSelect(keys[0] === undefined ? undefined : byKey.get(String(keys[0])))}
        />
      ) : (
        <FailureNotice error={first.error} onRetry={() => void first.refetch()} />
      )}
      {naming === undefined ? null : (
        <Modal
          open
          title={
            naming.mode === "rename" ? t("node.rename") : t("node.createUnder", { name: naming.item.value })
          }
          okText={t("common:save")}
          cancelText={t("common:cancel")}
          confirmLoading={busy}
          okButtonProps={{ disabled: naming.value.trim() === "" }}
          onOk={() => void saveName()}
          onCancel={() => setNaming(undefined)}
        >
          <Input
            autoFocus
            maxLength={128}
            aria-label={t("node.name")}
            value={naming.value}
            onChange={(event) => setNaming({ ...naming, value: event.target.value })}
            onPressEnter={() => void saveName()}
          />
        </Modal>
      )}
    </section>
  );
}
