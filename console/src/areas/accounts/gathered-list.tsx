import { Button } from "antd";
import { useMemo, useState } from "react";
import { isRecord } from "../../kit/api/api-error.ts";
import { api, type Query } from "../../kit/api/client.ts";
import { toast, toastFailure } from "../../kit/feedback.ts";
import type { ColumnPlan } from "../../kit/list/columns.ts";
import { DetailLink, type ListHandle, ResourceList } from "../../kit/list/resource-list.tsx";
import type { Row } from "../../kit/metadata/types.ts";
import { useSession } from "../../kit/session.ts";
import { openTaskLog } from "../../kit/task-window.ts";
import { TreeTable } from "../../kit/tree/tree-table.tsx";
import { useTreeChoice } from "../../kit/tree/use-tree-choice.ts";
import { ASSETS, AssetTrees } from "../assets/index.ts";
import { GATHERED_ACCOUNTS } from "./resources.ts";
import { useAccountTexts } from "./use-account-texts.ts";

const COLUMNS: ColumnPlan = {
  defaults: ["asset", "username", "date_last_login", "present", "address_last_login", "date_updated"],
  always: ["asset", "username"],
  overrides: {
    asset: {
      render: (row) => (isRecord(row.asset) ? <DetailLink resource={ASSETS} row={row.asset} /> : ""),
    },
  },
};
const DISCOVER_URL = "/api/v1/sallyport/gathered-accounts/discover/";
const EXCLUDED_FILTERS = ["id", "asset_id", "node_id"];
const DELETE_ONLY = ["delete"] as const;

/** Looks on the chosen asset or node, or in the whole organization, and opens the log of that. */
function Discover({ query }: { readonly query: Query }) {
  const { t } = useAccountTexts();
  const { can, inRoot } = useSession();
  const [busy, setBusy] = useState(false);
  if (inRoot || !can("accounts.add_gatheraccountsexecution")) return null;
  const { asset_id: asset, node_id: node } = query;
  const discover = async () => {
    setBusy(true);
    try {
      const body = asset !== undefined ? { assets: [asset] } : node !== undefined ? { nodes: [node] } : {};
      const { task } = await api<{ task: string }>(DISCOVER_URL, { method: "POST", body });
      openTaskLog(task);
    } catch (error) {
      toastFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button type="primary" loading={busy} onClick={() => void discover()}>
      {t(asset === undefined && node === undefined ? "gathered.discoverAll" : "gathered.discoverChosen")}
    </Button>
  );
}

/** Accounts that were found on assets, and the way to keep them. */
export default function GatheredList() {
  const { t } = useAccountTexts();
  const { can, inRoot } = useSession();
  const tree = useTreeChoice();
  const maySync = can("accounts.add_gatheredaccount") && !inRoot;
  const actions = useMemo(() => {
    const sync = async (rows: readonly Row[], list: ListHandle) => {
      try {
        const body = { gathered_account_ids: rows.map(({ id }) => id) };
        await api(`${GATHERED_ACCOUNTS.url}sync-accounts/`, { method: "POST", body });
        toast("success", t("gathered.synced", { count: rows.length }));
        await list.reload();
      } catch (error) {
        toastFailure(error);
      }
    };
    const of = (rows: readonly Row[], list: ListHandle) =>
      maySync ? [{ key: "sync", label: t("gathered.sync"), run: () => void sync(rows, list) }] : [];
    return { row: (row: Row, list: ListHandle) => of([row], list), bulk: of };
  }, [maySync, t]);
  return (
    <TreeTable
      tree={
        can("assets.view_node|assets.view_asset") ? (
          <AssetTrees counts="account" assets choice={tree} />
        ) : null
      }
    >
      <ResourceList
        resource={GATHERED_ACCOUNTS}
        label={t("gathered.title")}
        columns={COLUMNS}
        query={tree.query}
        filters={{ exclude: EXCLUDED_FILTERS }}
        create={null}
        toolbar={{ imports: false, exports: false, extra: <Discover query={tree.query} /> }}
        rows={{ builtIns: DELETE_ONLY, extras: actions.row }}
        bulk={{ extras: actions.bulk }}
        emptyHint={t("gathered.emptyHint")}
      />
    </TreeTable>
  );
}
