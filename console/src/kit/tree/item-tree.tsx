import { ReloadOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Button, Input, Tree } from "antd";
import { type Key, type ReactNode, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../api/client.ts";
import { toastFailure } from "../feedback.ts";
import { FailureNotice } from "../list/list-states.tsx";
import { useDebounced } from "../use-debounced.ts";
import { asTreeItems, buildBranches, type TreeBranch, type TreeItem } from "./tree-items.ts";

/** Time after the last letter until the server is asked, in milliseconds. */
const SEARCH_PAUSE = 600;

interface ItemTreeProps {
  /** Accessible name. */
  readonly label: string;
  /** URL of the tree, with its fixed query. */
  readonly url: string;
  /** Id of the chosen item. */
  readonly selected: string | undefined;
  /** Called when an item is chosen; undefined when the choice is taken back. */
  readonly onSelect: (item: TreeItem | undefined) => void;
  /** Name of the search box; without one there is no search. */
  readonly searchLabel?: string;
  /** What stands behind the name of an item. */
  readonly tools?: (item: TreeItem, reload: () => void) => ReactNode;
}

interface TreeRow {
  readonly key: string;
  readonly title: ReactNode;
  readonly isLeaf: boolean;
  readonly children?: TreeRow[];
}

/** A tree from the server, loaded level by level, searched by the server where that is offered. */
export function ItemTree({ label, url, selected, onSelect, searchLabel, tools }: ItemTreeProps) {
  const { t } = useTranslation("common");
  const [search, setSearch] = useState("");
  const settled = useDebounced(search.trim(), SEARCH_PAUSE);
  const [extra, setExtra] = useState<readonly TreeItem[]>([]);
  const [loaded, setLoaded] = useState<ReadonlySet<string>>(new Set());
  const [expanded, setExpanded] = useState<readonly Key[]>();
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
      const query = { key, n: item.name, lv: key.split(":").length - 1 };
      const children = asTreeItems(await api(url, { query }));
      setExtra((before) => [...before, ...children.filter((child) => child.key !== key)]);
      setLoaded((before) => new Set([...before, key]));
    } catch (error) {
      toastFailure(error);
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
          {tools?.(item, reload)}
        </span>
      ),
      ...(children === undefined ? {} : { children: rows(children) }),
    }));
  const opened = settled === "" ? branches.map(({ item }) => item.key) : [...byKey.keys()];
  return (
    <section className="tree-panel" aria-label={label}>
      <div className="tree-head">
        {searchLabel === undefined ? (
          <span className="tree-name">{label}</span>
        ) : (
          <Input
            size="small"
            allowClear
            placeholder={t("search")}
            aria-label={searchLabel}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        )}
        <Button
          type="text"
          size="small"
          icon={<ReloadOutlined />}
          aria-label={t("refresh")}
          onClick={reload}
        />
      </div>
      {first.error === null ? (
        <Tree
          blockNode
          treeData={rows(branches)}
          selectedKeys={items.filter((item) => item.id === selected).map((item) => item.key)}
          expandedKeys={(expanded ?? opened) as Key[]}
          onExpand={setExpanded}
          loadData={(node) => loadChildren(String(node.key))}
          onSelect={(keys) => onSelect(keys[0] === undefined ? undefined : byKey.get(String(keys[0])))}
        />
      ) : (
        <FailureNotice error={first.error} onRetry={() => void first.refetch()} />
      )}
    </section>
  );
}
