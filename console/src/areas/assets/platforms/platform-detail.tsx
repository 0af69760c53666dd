import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { type DetailContext, ResourceDetail } from "../../../kit/detail/resource-detail.tsx";
import type { PageTab } from "../../../kit/detail/tab-page.tsx";
import { ResourceList } from "../../../kit/list/resource-list.tsx";
import type { Row } from "../../../kit/metadata/types.ts";
import { useSession } from "../../../kit/session.ts";
import { StatusMark } from "../../../kit/status-mark.tsx";
import { createPath } from "../categories.ts";
import { ASSETS, PLATFORMS } from "../resources.ts";
import { PlatformAutomation } from "./automation-tab.tsx";
import { PlatformBasics } from "./basic-tab.tsx";

const NO_ACTIONS: readonly [] = [];
const ASSET_COLUMNS = {
  defaults: ["name", "address", "protocols", "is_active"],
  exclude: ["auto_config", "spec_info", "accounts"],
};

/** Those that come with the product stay as they are. */
const isOwn = (row: Row) => row.internal !== true;

function PlatformAssets({ context }: { readonly context: DetailContext }) {
  const { t } = useTranslation(["routes", "assets", "assetForms"]);
  const { can, inRoot } = useSession();
  const navigate = useNavigate();
  const path = createPath(context.row, undefined);
  return (
    <ResourceList
      resource={ASSETS}
      label={t("assets")}
      query={{ platform: String(context.row.id) }}
      inAddress={false}
      create={null}
      emptyHint={t("assets:platformUnused")}
      emptyAction={
        path !== undefined && !inRoot && can("assets.add_asset") ? (
          <Button type="primary" onClick={() => void navigate(path)}>
            {t("assetForms:createAsset")}
          </Button>
        ) : null
      }
      toolbar={{ exports: false }}
      bulk={{ delete: false }}
      rows={{ builtIns: NO_ACTIONS }}
      columns={ASSET_COLUMNS}
    />
  );
}

/** One platform: what assets of it are offered, what is automated on them, and which these are. */
export default function PlatformDetail() {
  const { t } = useTranslation(["assetForms", "routes", "kit"]);
  const { can } = useSession();
  const tabs = (context: DetailContext): PageTab[] => [
    { key: "PlatformInfo", label: t("kit:detail.basic"), content: <PlatformBasics context={context} /> },
    ...(can("assets.view_asset")
      ? [
          {
            key: "PlatformAssets",
            label: t("routes:assets"),
            content: <PlatformAssets context={context} />,
          },
        ]
      : []),
    ...(can("assets.change_platform")
      ? [
          {
            key: "PlatformAutomation",
            label: t("group.automation"),
            content: <PlatformAutomation context={context} />,
          },
        ]
      : []),
  ];
  return (
    <ResourceDetail
      resource={PLATFORMS}
      prefix={t("routes:platformDetail")}
      status={(row) => (isOwn(row) ? null : <StatusMark good={false} calm text={t("builtIn")} />)}
      canChange={isOwn}
      tabs={tabs}
    />
  );
}
