import { PlusOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { isRecord } from "../../kit/api/api-error.ts";
import { DetailCard, detailItems } from "../../kit/detail/detail-card.tsx";
import { QuickActions } from "../../kit/detail/quick-actions.tsx";
import { type DetailContext, ResourceDetail } from "../../kit/detail/resource-detail.tsx";
import { DetailLink, ResourceList } from "../../kit/list/resource-list.tsx";
import { plainValue, valueText } from "../../kit/metadata/value-text.ts";
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

function Accounts({ context }: { readonly context: DetailContext }) {
  const { t } = useTranslation(["accounts", "routes"]);
  const navigate = useNavigate();
  const id = String(context.row.id);
  return (
    <ResourceList
      resource={{
        url: "/api/v1/accounts/accounts/",
        permission: { app: "accounts", model: "account" },
        routes: {
          list: "/console/accounts/accounts",
          update: (account) => `/console/accounts/accounts/${account}/update`,
          detail: (account) => `/console/accounts/accounts/${account}`,
        },
      }}
      label={t("routes:accounts")}
      query={{ asset: id }}
      inAddress={false}
      columns={{
        defaults: ["name", "username", "secret_type", "privileged", "is_active", "date_updated"],
        exclude: ["asset", "spec_info", "params"],
      }}
      create={
        <Button
          type="primary"
          icon={<PlusOutlined />}
          onClick={() => void navigate(`/console/accounts/accounts/create?asset=${id}`)}
        >
          {t("routes:accountCreate")}
        </Button>
      }
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
