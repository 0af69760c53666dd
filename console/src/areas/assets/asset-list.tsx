import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ColumnPlan } from "../../kit/list/columns.ts";
import { ResourceList } from "../../kit/list/resource-list.tsx";
import type { Row } from "../../kit/metadata/types.ts";
import { plainValue } from "../../kit/metadata/value-text.ts";
import { Page } from "../../kit/page.tsx";
import { TreeTable } from "../../kit/tree/tree-table.tsx";
import { useTreeChoice } from "../../kit/tree/use-tree-choice.ts";
import { AssetTrees } from "./asset-trees.tsx";
import { ASSETS, HOSTS, NODE_OPTIONS, PLATFORM_OPTIONS } from "./resources.ts";
import { useLabelBinding } from "./use-label-binding.tsx";

const PlatformDialog = lazy(() => import("./platform-dialog.tsx"));

const COLUMNS: ColumnPlan = {
  defaults: ["name", "address", "platform", "protocols", "connectivity", "is_active"],
  always: ["name", "address"],
  exclude: ["auto_config", "spec_info", "gathered_info"],
};

const EXCLUDED_FILTERS = ["id", "node_id", "node"];
const FILTERS = { platform: { related: PLATFORM_OPTIONS } };
const BULK_UPDATE = {
  fields: ["nodes", "is_active", "comment"],
  overrides: { nodes: { related: NODE_OPTIONS } },
};
const isHost = (row: Row) => plainValue(row.category) === "host";
const everyAsset = () => true;
const dimmed = (row: Row) => (row.is_active === false ? "is-inactive" : "");

/** The list of assets beside the tree of nodes. */
export default function AssetList() {
  const { t } = useTranslation(["assets", "routes"]);
  const [creating, setCreating] = useState(false);
  const tree = useTreeChoice();
  const labels = useLabelBinding();
  return (
    <Page title={t("routes:assets")}>
      <TreeTable tree={<AssetTrees counts="asset" choice={tree} editable />}>
        <ResourceList
          resource={ASSETS}
          label={t("routes:assets")}
          columns={COLUMNS}
          query={tree.query}
          excludeFilters={EXCLUDED_FILTERS}
          filters={FILTERS}
          create={() => setCreating(true)}
          createLabel={t("create")}
          emptyHint={t("emptyHint")}
          canChange={isHost}
          canDelete={everyAsset}
          rowClassName={dimmed}
          activation
          bulkExtras={labels.actions}
          selectionFields={labels.fields}
          bulkUpdate={BULK_UPDATE}
          imports={{ url: HOSTS.url, name: t("hosts") }}
        />
      </TreeTable>
      {labels.dialog}
      {creating ? (
        <Suspense fallback={null}>
          <PlatformDialog node={tree.node} onClose={() => setCreating(false)} />
        </Suspense>
      ) : null}
    </Page>
  );
}
