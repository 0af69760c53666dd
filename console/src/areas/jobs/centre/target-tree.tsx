import { useQuery } from "@tanstack/react-query";
import { Empty, Input, Spin, Tree } from "antd";
import { type Key, useMemo, useState } from "react";
import { api } from "../../../kit/api/client.ts";
import { toastFailure } from "../../../kit/feedback.ts";
import { FailureNotice } from "../../../kit/list/list-states.tsx";
import { asTreeItems, type TreeItem } from "../../../kit/tree/tree-items.ts";
import { useDebounced } from "../../../kit/use-debounced.ts";
import type { Targets } from "./quick-run.ts";
import { useJobTexts } from "./use-job-texts.ts";

const BASE = "/api/v1/perms/users/self/";
const TREE = `${BASE}nodes/children-with-assets/tree/`;
const SEARCH = `${BASE}assets/tree/`;
/** Height of the drawn part, in pixels: only rows in sight are drawn. */
const HEIGHT = 420;

interface Branch {
  readonly key: string;
  readonly title: string;
  readonly isLeaf: boolean;
  readonly item: TreeItem;
  children?: Branch[];
}

/** The items of answers as branches, each below its parent. */
function branches(items: ReadonlyMap<string, TreeItem>, parent: string): Branch[] {
  return [...items.values()]
    .filter((item) => (items.has(item.parent) ? item.parent : "") === parent)
    .map((item): Branch => {
      const children = branches(items, item.key);
      const branch = { key: item.key, title: item.name, isLeaf: item.type === "asset", item };
      return children.length === 0 ? branch : { ...branch, children };
    });
}

/** What is ticked, without what is below a node that is ticked itself. */
function targetsOf(ticked: readonly Key[], items: ReadonlyMap<string, TreeItem>): Targets {
  const keys = new Set(ticked.map(String));
  const isCovered = (item: TreeItem): boolean => {
    for (let above = items.get(item.parent); above !== undefined; above = items.get(above.parent)) {
      if (keys.has(above.key)) return true;
    }
    return false;
  };
  const tops = [...keys].flatMap((key) => {
    const item = items.get(key);
    return item === undefined || isCovered(item) ? [] : [item];
  });
  const ids = (isAsset: boolean) => [
    ...new Set(tops.filter(({ type }) => (type === "asset") === isAsset).map(({ id }) => id)),
  ];
  return { assets: ids(true), nodes: ids(false) };
}

interface TargetTreeProps {
  readonly onChange: (targets: Targets) => void;
}

/** The assets the person may use, with ticks; a ticked node stands for all that is below it. */
export function TargetTree({ onChange }: TargetTreeProps) {
  const { t } = useJobTexts();
  const [typed, setTyped] = useState("");
  const search = useDebounced(typed.trim(), 400);
  const [loaded, setLoaded] = useState<readonly TreeItem[]>([]);
  const [ticked, setTicked] = useState<readonly Key[]>([]);
  const first = useQuery({
    queryKey: ["tree", search === "" ? TREE : SEARCH, search],
    queryFn: async ({ signal }) =>
      asTreeItems(await api(search === "" ? TREE : SEARCH, { query: { search }, signal })),
  });
  const items = useMemo(() => {
    const all = [...(first.data ?? []), ...(search === "" ? loaded : [])];
    return new Map(all.map((item) => [item.key, item]));
  }, [first.data, loaded, search]);
  const known = useMemo(() => {
    const all = [...loaded, ...items.values()];
    return new Map(all.map((item) => [item.key, item]));
  }, [items, loaded]);
  const tick = (keys: readonly Key[]) => {
    // What is not drawn now stays as it was ticked.
    const kept = ticked.filter((key) => !items.has(String(key)));
    const all = [...kept, ...keys];
    setLoaded((before) => [
      ...new Map([...before, ...items.values()].map((item) => [item.key, item])).values(),
    ]);
    setTicked(all);
    onChange(targetsOf(all, known));
  };
  const load = async ({ item }: { readonly item: TreeItem }) => {
    try {
      const below = asTreeItems(await api(TREE, { query: { key: item.key } }));
      setLoaded((before) => [...new Map([...before, ...below].map((one) => [one.key, one])).values()]);
    } catch (error) {
      toastFailure(error);
    }
  };
  const data = branches(items, "");
  return (
    <section className="job-targets" aria-label={t("targets")}>
      <Input
        allowClear
        aria-label={t("searchTargets")}
        placeholder={t("searchTargets")}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {first.error !== null ? (
        <FailureNotice error={first.error} onRetry={() => void first.refetch()} />
      ) : first.isLoading ? (
        <Spin />
      ) : data.length === 0 ? (
        <Empty description={t(search === "" ? "noTargets" : "noMatch")} />
      ) : (
        <Tree
          key={search}
          checkable
          selectable={false}
          height={HEIGHT}
          treeData={data}
          checkedKeys={ticked.filter((key) => items.has(String(key)))}
          loadData={search === "" ? load : async () => undefined}
          onCheck={(checked) => tick(Array.isArray(checked) ? checked : checked.checked)}
        />
      )}
    </section>
  );
}
