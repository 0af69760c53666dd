import { useTranslation } from "react-i18next";
import { isRecord } from "../../kit/api/api-error.ts";
import { DetailCard, detailItems } from "../../kit/detail/detail-card.tsx";
import { QuickActions } from "../../kit/detail/quick-actions.tsx";
import { type DetailContext, ResourceDetail } from "../../kit/detail/resource-detail.tsx";
import type { ColumnPlan } from "../../kit/list/columns.ts";
import { DetailLink, ResourceList } from "../../kit/list/resource-list.tsx";
import { plainValue, valueText } from "../../kit/metadata/value-text.ts";
import type { ResourceDescriptor } from "../../kit/resource.ts";
import { useSession } from "../../kit/session.ts";
import { StatusMark } from "../../kit/status-mark.tsx";
import { ASSETS, PLATFORMS } from "./resources.ts";

const CARD = [
  "id",
  "name",
  "category",
  "type",
  "address",
  "protocols",
  "platform",
  "domain",
  "nodes_display",
  "connectivity",
  "created_by",
  "date_created",
  "comment",
];

function Basic({ context }: { readonly context: DetailContext }) {
  const { t } = useTranslation("assets");
  const { can } = useSession();
  const { row, fields, patch } = context;
  return (
    <div className="detail-columns">
      <DetailCard
        items={detailItems(fields, row, CARD, {
          platform: (asset) =>
            isRecord(asset.platform) ? <DetailLink resource={PLATFORMS} row={asset.platform} /> : "",
        })}
      />
      <QuickActions
        actions={[
          {
            key: "active",
            title: t("activate"),
            checked: row.is_active === true,
            disabled: !can("assets.change_asset"),
            run: (checked) => patch({ is_active: checked }),
          },
        ]}
      />
    </div>
  );
}

const ASSET_ACCOUNTS: ResourceDescriptor = {
  url: "/api/v1/accounts/accounts/",
  permission: { app: "accounts", model: "account" },
  routes: {
    list: "/console/accounts/accounts",
    create: "/console/accounts/accounts/create",
    update: (account) => `/console/accounts/accounts/${account}/update`,
    detail: (account) => `/console/accounts/accounts/${account}`,
  },
};
const ACCOUNT_COLUMNS: ColumnPlan = {
  defaults: ["name", "username", "secret_type", "privileged", "is_active", "date_updated"],
  exclude: ["asset", "spec_info", "params"],
};
const ACCOUNT_ACTIONS = ["update", "delete"] as const;

function Accounts({ context }: { readonly context: DetailContext }) {
  const { t } = useTranslation(["accounts", "routes"]);
  const id = String(context.row.id);
  return (
    <ResourceList
      resource={ASSET_ACCOUNTS}
      label={t("routes:accounts")}
      query={{ asset: id }}
      inAddress={false}
      columns={ACCOUNT_COLUMNS}
      createQuery={`?asset=${id}`}
      createLabel={t("routes:accountCreate")}
      rowBuiltIns={ACCOUNT_ACTIONS}
    />
  );
}

/** One asset: what it is, its state, its accounts. */
export default function AssetDetail() {
  const { t } = useTranslation(["assets", "routes", "kit"]);
  const { can } = useSession();
  return (
    <ResourceDetail
      resource={ASSETS}
      prefix={t("routes:assetDetail")}
      status={(row) => (
        <StatusMark good={row.is_active === true} text={t(row.is_active === true ? "active" : "inactive")} />
      )}
      updatePath={(row) =>
        plainValue(row.category) === "host" ? `/console/assets/hosts/${valueText(row.id)}/update` : null
      }
      tabs={(context) => [
        { key: "Detail", label: t("kit:detail.basic"), content: <Basic context={context} /> },
        ...(can("accounts.view_account")
          ? [{ key: "Account", label: t("accounts"), content: <Accounts context={context} /> }]
          : []),
      ]}
    />
  );
}
