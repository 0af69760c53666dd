import { useTranslation } from "react-i18next";
import type { DetailContext } from "../../../kit/detail/resource-detail.tsx";
import type { ColumnPlan } from "../../../kit/list/columns.ts";
import { ResourceList } from "../../../kit/list/resource-list.tsx";
import { connectivityOf } from "../connectivity.tsx";
import { gatewaysOf } from "../domains/domain-resources.ts";
import { ASSETS } from "../resources.ts";

const COLUMNS: ColumnPlan = {
  defaults: ["name", "address", "protocols", "connectivity", "is_active"],
  exclude: ["auto_config", "spec_info", "gathered_info", "accounts"],
  overrides: { connectivity: { render: connectivityOf, width: 110 } },
};
const NO_ACTIONS: readonly [] = [];

/** The gateways of its domain, through one of which an asset is reached. */
export function AssetGateways({ context }: { readonly context: DetailContext }) {
  const { t } = useTranslation("assetForms");
  return (
    <ResourceList
      resource={gatewaysOf(undefined)}
      url={`${ASSETS.url}${String(context.row.id)}/gateways/`}
      label={t("gateways.tab")}
      inAddress={false}
      columns={COLUMNS}
      create={null}
      toolbar={{ exports: false }}
      bulk={{ delete: false }}
      rows={{ builtIns: NO_ACTIONS }}
      emptyHint={t("gateways.none")}
    />
  );
}
