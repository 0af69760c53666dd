import { useTranslation } from "react-i18next";
import { DetailCard, detailItems } from "../../kit/detail/detail-card.tsx";
import { ResourceDetail } from "../../kit/detail/resource-detail.tsx";
import { ResourceList } from "../../kit/list/resource-list.tsx";
import { useSession } from "../../kit/session.ts";
import { ASSETS, PLATFORMS } from "./resources.ts";

const CARD = [
  "id",
  "name",
  "category",
  "type",
  "protocols",
  "charset",
  "domain_enabled",
  "su_enabled",
  "su_method",
  "internal",
  "created_by",
  "date_created",
  "comment",
];

/** One platform and the assets that use it. */
export default function PlatformDetail() {
  const { t } = useTranslation(["routes", "kit"]);
  const { can } = useSession();
  return (
    <ResourceDetail
      resource={PLATFORMS}
      prefix={t("platformDetail")}
      canDelete={false}
      tabs={({ row, fields }) => [
        {
          key: "PlatformInfo",
          label: t("kit:detail.basic"),
          content: <DetailCard items={detailItems(fields, row, CARD)} />,
        },
        ...(can("assets.view_asset")
          ? [
              {
                key: "PlatformAssets",
                label: t("assets"),
                content: (
                  <ResourceList
                    resource={ASSETS}
                    label={t("assets")}
                    query={{ platform: String(row.id) }}
                    inAddress={false}
                    create={null}
                    bulkDelete={false}
                    rowBuiltIns={[]}
                    columns={{
                      defaults: ["name", "address", "protocols", "is_active"],
                      exclude: ["auto_config", "spec_info"],
                    }}
                  />
                ),
              },
            ]
          : []),
      ]}
    />
  );
}
