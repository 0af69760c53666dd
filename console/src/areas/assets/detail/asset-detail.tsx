import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { isRecord } from "../../../kit/api/api-error.ts";
import { type DetailContext, ResourceDetail } from "../../../kit/detail/resource-detail.tsx";
import type { PageTab } from "../../../kit/detail/tab-page.tsx";
import { useSession } from "../../../kit/session.ts";
import { StatusMark } from "../../../kit/status-mark.tsx";
import { useRulesTab } from "../../acls/index.ts";
import { useRefusalsTab } from "../../audits/index.ts";
import { AssetHolders, ExplainButton } from "../../permissions/index.ts";
import { assetPaths } from "../categories.ts";
import { ASSETS } from "../resources.ts";
import { AssetAccounts } from "./accounts-tab.tsx";
import { AssetBasics } from "./basic-tab.tsx";
import { AssetGateways } from "./gateways-tab.tsx";
import "../forms/forms.css";

/** One asset: what it is, its state, its accounts, and who may use it. */
export default function AssetDetail() {
  const { t } = useTranslation(["assetForms", "assets", "granting", "routes", "kit"]);
  const { can } = useSession();
  const { id = "" } = useParams();
  const rules = useRulesTab({ assets: id });
  const refusals = useRefusalsTab({ asset_id: id });
  const tabs = (context: DetailContext): PageTab[] => [
    { key: "Detail", label: t("kit:detail.basic"), content: <AssetBasics context={context} /> },
    ...(can("accounts.view_account")
      ? [{ key: "Account", label: t("group.accounts"), content: <AssetAccounts context={context} /> }]
      : []),
    ...(can("perms.view_assetpermission")
      ? [
          {
            key: "PermUserList",
            label: t("granting:tab.holders"),
            content: <AssetHolders asset={context.row} />,
          },
        ]
      : []),
    ...rules,
    ...(can("assets.view_gateway") && isRecord(context.row.domain)
      ? [{ key: "GatewayList", label: t("gateways.tab"), content: <AssetGateways context={context} /> }]
      : []),
    ...refusals,
  ];
  return (
    <ResourceDetail
      resource={ASSETS}
      prefix={t("routes:assetDetail")}
      status={(row) => (
        <StatusMark
          good={row.is_active === true}
          text={t(row.is_active === true ? "assets:active" : "assets:inactive")}
        />
      )}
      actions={({ row }) => <ExplainButton asset={String(row.id)} />}
      updatePath={(row) => assetPaths(row).update ?? null}
      tabs={tabs}
    />
  );
}
