import { lazy, Suspense, useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { isRecord } from "../../kit/api/api-error.ts";
import type { ColumnPlan } from "../../kit/list/columns.ts";
import { DetailLink, ResourceList } from "../../kit/list/resource-list.tsx";
import type { Row } from "../../kit/metadata/types.ts";
import { Page } from "../../kit/page.tsx";
import { useSession } from "../../kit/session.ts";
import { TreeTable } from "../../kit/tree/tree-table.tsx";
import { useTreeChoice } from "../../kit/tree/use-tree-choice.ts";
import { ASSETS, AssetTrees } from "../assets/index.ts";
import { ACCOUNTS, VIEW_SECRET } from "./resources.ts";

const SecretView = lazy(() => import("./secret-view.tsx"));

const COLUMNS: ColumnPlan = {
  defaults: ["name", "username", "asset", "secret_type", "privileged", "is_active", "date_updated"],
  always: ["name", "username"],
  exclude: ["spec_info", "params"],
  overrides: {
    asset: {
      render: (row) => (isRecord(row.asset) ? <DetailLink resource={ASSETS} row={row.asset} /> : ""),
    },
  },
};

const EXCLUDED_FILTERS = ["id", "asset", "asset_id", "node_id"];
const BUILT_INS = ["update", "delete"] as const;

/** The list of accounts beside the tree of nodes and assets. */
export default function AccountList() {
  const { t } = useTranslation(["routes", "accounts"]);
  const { can } = useSession();
  const tree = useTreeChoice();
  const [viewed, setViewed] = useState<Row>();
  const close = useCallback(() => setViewed(undefined), []);
  const maySeeSecrets = can(VIEW_SECRET);
  const rowExtras = useMemo(
    () => (row: Row) =>
      maySeeSecrets && row.has_secret !== false
        ? [{ key: "secret", label: t("accounts:viewSecret"), run: () => setViewed(row) }]
        : [],
    [maySeeSecrets, t],
  );
  return (
    <Page title={t("accounts")}>
      <TreeTable
        tree={
          can("assets.view_node|assets.view_asset") ? (
            <AssetTrees counts="account" assets choice={tree} />
          ) : null
        }
      >
        <ResourceList
          resource={ACCOUNTS}
          label={t("accounts")}
          columns={COLUMNS}
          query={tree.query}
          defaultOrder="-date_updated"
          excludeFilters={EXCLUDED_FILTERS}
          activation
          createLabel={t("accountCreate")}
          createQuery={tree.asset === undefined ? "" : `?asset=${tree.asset}`}
          rowBuiltIns={BUILT_INS}
          rowExtras={rowExtras}
        />
        {viewed === undefined ? null : (
          <Suspense fallback={null}>
            <SecretView account={viewed} onClose={close} />
          </Suspense>
        )}
      </TreeTable>
    </Page>
  );
}
