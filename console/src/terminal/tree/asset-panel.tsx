import "./tree.css";
import { CheckSquareOutlined, ReloadOutlined } from "@ant-design/icons";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { Alert, Button } from "antd";
import { useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { confirm } from "../../kit/dialogs.tsx";
import { failureText } from "../../kit/feedback.ts";
import { fetchTypeLevel, searchAssets } from "../api/luna-api.ts";
import type { TreeItem } from "../api/types.ts";
import { useLuna } from "../page/luna-context.ts";
import { readRecentAssets } from "../settings/recent-assets.ts";
import { type AssetReference, useTabs } from "../workspace/tabs-context.ts";
import { AssetRows, assetReference } from "./asset-rows.tsx";
import { AssetSearch } from "./asset-search.tsx";
import type { TreeRow } from "./tree-model.ts";
import { type AssetTree, useAssetTree } from "./use-asset-tree.ts";

const SEARCH_DELAY = 250;
/** What is shown while nothing is searched for: everything that is granted, by node or by type, or what was used last. */
const VIEWS = ["mine", "types", "recent"] as const;
const NOTHING: ReadonlySet<string> = new Set();
const NO_ROWS: readonly TreeRow[] = [];

/** Props of the panel. */
export interface AssetPanelProps {
  readonly tree: AssetTree;
  /** Tells a drawer to close. */
  onConnect?(): void;
}

/** The left side: search, the granted tree, recent assets. */
export function AssetPanel({ tree, onConnect }: AssetPanelProps) {
  const { t } = useTranslation(["terminal", "common"]);
  const { connect, connectAll } = useTabs();
  const [text, setText] = useState("");
  const [view, setView] = useState<(typeof VIEWS)[number]>("mine");
  const refresh = useRefresh(tree);
  const search = useDebounced(text.trim(), SEARCH_DELAY);
  const [checked, setChecked] = useState<ReadonlyMap<string, AssetReference>>();
  const check = (asset: AssetReference) => {
    const next = new Map(checked);
    if (!next.delete(asset.id)) next.set(asset.id, asset);
    setChecked(next);
  };
  const activate = (item: TreeItem) => {
    const asset = assetReference(item);
    if (item.chkDisabled) {
      confirm({
        kind: "info",
        title: t("tree.disabled", { name: asset.name }),
        content: null,
        confirmText: t("common:close"),
        onConfirm: () => {},
      });
      return;
    }
    if (checked !== undefined) return check(asset);
    connect(asset);
    onConnect?.();
  };
  const connectChecked = () => {
    connectAll([...(checked?.values() ?? [])]);
    setChecked(undefined);
    onConnect?.();
  };
  return (
    <section className="luna-panel" aria-label={t("header.assets")}>
      <div className="luna-panel-search">
        <AssetSearch
          text={text}
          onText={setText}
          onLeave={() =>
            document.querySelector<HTMLElement>('.luna-panel [role="treeitem"][tabindex="0"]')?.focus()
          }
        />
        <Button
          type="text"
          icon={<CheckSquareOutlined />}
          aria-label={t(checked === undefined ? "check.on" : "check.off")}
          title={t(checked === undefined ? "check.on" : "check.off")}
          aria-pressed={checked !== undefined}
          onClick={() => setChecked(checked === undefined ? new Map() : undefined)}
        />
        <Button
          type="text"
          icon={<ReloadOutlined />}
          aria-label={t("tree.refresh")}
          title={t("tree.refresh")}
          onClick={refresh}
        />
      </div>
      {search === "" ? (
        <>
          <div className="luna-panel-views" role="radiogroup" aria-label={t("header.assets")}>
            {VIEWS.map((name) => (
              <label key={name}>
                <input
                  type="radio"
                  name="luna-panel-view"
                  checked={view === name}
                  onChange={() => setView(name)}
                />
                <span>{t(name === "types" ? "check.types" : `tree.${name}`)}</span>
              </label>
            ))}
          </div>
          <div className="luna-panel-view" hidden={view !== "mine"}>
            <TreeView tree={tree} label={t("tree.mine")} checked={checked} onActivate={activate} />
          </div>
          {view === "types" && <TypesView checked={checked} onActivate={activate} />}
          {view === "recent" && (
            <RecentView checked={checked} onActivate={activate} onFavorites={() => tree.refresh(false)} />
          )}
        </>
      ) : (
        <SearchView
          text={search}
          checked={checked}
          onActivate={activate}
          onFavorites={() => tree.refresh(false)}
        />
      )}
      {checked !== undefined && (
        <div className="luna-panel-checked">
          <Button type="primary" block disabled={checked.size === 0} onClick={connectChecked}>
            {t("check.connect", { count: checked.size })}
          </Button>
        </div>
      )}
    </section>
  );
}

/** Assets that were ticked; undefined while none are to be. */
type Checked = ReadonlyMap<string, AssetReference> | undefined;

/** The assets by category and type, loaded when they are looked at. */
function TypesView({ checked, onActivate }: { checked: Checked; onActivate(item: TreeItem): void }) {
  const { t } = useTranslation("terminal");
  const tree = useAssetTree(true, fetchTypeLevel);
  return <TreeView tree={tree} label={t("check.types")} checked={checked} onActivate={onActivate} />;
}

interface TreeViewProps {
  readonly tree: AssetTree;
  readonly label: string;
  readonly checked: Checked;
  onActivate(item: TreeItem): void;
}

function TreeView({ tree, label, checked, onActivate }: TreeViewProps) {
  const { t } = useTranslation(["terminal", "common"]);
  return (
    <div className="luna-panel-scroll">
      {tree.starting && <RowsSkeleton />}
      {tree.error !== undefined && (
        <Alert
          className="luna-panel-alert"
          type="error"
          title={t("tree.failed")}
          description={failureText(tree.error)}
          action={
            <Button size="small" onClick={() => tree.refresh(false)}>
              {t("common:retry")}
            </Button>
          }
        />
      )}
      {tree.isNothingGranted && <p className="luna-hint">{t("tree.empty")}</p>}
      <AssetRows
        label={label}
        checked={checked}
        all={{ open: tree.openAll, fold: tree.foldAll }}
        rows={tree.isNothingGranted ? NO_ROWS : tree.rows}
        loading={tree.loading}
        emptyText={(key) => (tree.isEmpty(key) ? t("tree.emptyFolder") : undefined)}
        onOpen={tree.open}
        onFold={tree.fold}
        onActivate={onActivate}
        onFavorites={() => tree.refresh(false)}
      />
    </div>
  );
}

const SKELETON_ROWS = ["a", "b", "c", "d", "e", "f"];

/** Grey rows where assets will be. */
function RowsSkeleton() {
  const { t } = useTranslation("common");
  return (
    <div className="luna-panel-skeleton" role="status" aria-label={t("loading")}>
      {SKELETON_ROWS.map((row) => (
        <span key={row} />
      ))}
    </div>
  );
}

/** Loads the tree anew; three times within five seconds make the server work it out again (docs/contract/permissions.md). */
function useRefresh(tree: AssetTree): () => void {
  const client = useQueryClient();
  const clicks = useRef<number[]>([]);
  return () => {
    const now = Date.now();
    clicks.current = [...clicks.current.filter((time) => now - time < 5000), now];
    void client.invalidateQueries({ queryKey: ["favorites"] });
    tree.refresh(clicks.current.length >= 3);
  };
}

function flatRows(items: readonly TreeItem[]): TreeRow[] {
  return items.map((item, index) => ({
    item: { ...item, isParent: false },
    level: 0,
    open: false,
    position: index + 1,
    siblings: items.length,
  }));
}

/** Rows drawn at once; more results are for a narrower search. */
const RESULT_LIMIT = 200;

interface FlatViewProps {
  readonly checked: Checked;
  onActivate(item: TreeItem): void;
  onFavorites(): void;
}

function SearchView({ text, checked, onActivate, onFavorites }: FlatViewProps & { text: string }) {
  const { t } = useTranslation(["terminal", "common"]);
  const { organization } = useLuna();
  const query = useQuery({
    queryKey: ["asset-search", organization?.id, text],
    queryFn: ({ signal }) => searchAssets(text, signal),
    placeholderData: keepPreviousData,
  });
  const items = useDeferredValue(query.data);
  const rows = useMemo(() => flatRows((items ?? []).slice(0, RESULT_LIMIT)), [items]);
  return (
    <div className="luna-panel-scroll" aria-busy={query.isFetching}>
      {query.isPending && <RowsSkeleton />}
      {query.error !== null && (
        <Alert type="error" title={failureText(query.error)} className="luna-panel-alert" />
      )}
      {query.isSuccess && (
        <p className="luna-hint" role="status">
          {query.data.length === 0
            ? t("tree.noMatch", { text })
            : t("tree.results", { count: query.data.length })}
        </p>
      )}
      <AssetRows
        label={t("tree.search")}
        checked={checked}
        rows={rows}
        loading={NOTHING}
        emptyText={() => undefined}
        onOpen={() => {}}
        onFold={() => {}}
        onActivate={onActivate}
        onFavorites={onFavorites}
      />
    </div>
  );
}

function recentItem(asset: AssetReference): TreeItem {
  return {
    id: asset.id,
    name: asset.name,
    title: asset.address,
    pId: "",
    isParent: false,
    meta: { type: "asset", data: { name: asset.name, address: asset.address } },
  };
}

function RecentView({ checked, onActivate, onFavorites }: FlatViewProps) {
  const { t } = useTranslation(["terminal", "common"]);
  const { profile, organization } = useLuna();
  const { state } = useTabs();
  const opened = state.tabs.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stored list changes when a tab is opened
  const rows = useMemo(
    () => flatRows(readRecentAssets(profile.id, organization?.id ?? "").map(recentItem)),
    [profile.id, organization?.id, opened],
  );
  return (
    <div className="luna-panel-scroll">
      {rows.length === 0 && <p className="luna-hint">{t("tree.noRecent")}</p>}
      <AssetRows
        label={t("tree.recent")}
        checked={checked}
        rows={rows}
        loading={NOTHING}
        emptyText={() => undefined}
        onOpen={() => {}}
        onFold={() => {}}
        onActivate={onActivate}
        onFavorites={onFavorites}
      />
    </div>
  );
}

function useDebounced(value: string, delay: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    if (value === "") return setSettled("");
    const timer = setTimeout(() => setSettled(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return settled;
}
