import { useTranslation } from "react-i18next";
import { DetailCard, detailItems } from "../../kit/detail/detail-card.tsx";
import { ResourceDetail } from "../../kit/detail/resource-detail.tsx";
import { ResourceList } from "../../kit/list/resource-list.tsx";
import { useSession } from "../../kit/session.ts";
import { GROUPS, USERS } from "./resources.ts";

const CARD = ["id", "name", "users_amount", "created_by", "date_created", "comment"];

/** One user group and its members. */
export default function GroupDetail() {
  const { t } = useTranslation(["routes", "kit"]);
  const { can } = useSession();
  return (
    <ResourceDetail
      resource={GROUPS}
      prefix={t("groupDetail")}
      tabs={({ row, fields }) => [
        {
          key: "GroupInfo",
          label: t("kit:detail.basic"),
          content: <DetailCard items={detailItems(fields, row, CARD)} />,
        },
        ...(can("users.view_user")
          ? [
              {
                key: "GroupUsers",
                label: t("users"),
                content: (
                  <ResourceList
                    resource={USERS}
                    label={t("users")}
                    query={{ group_id: String(row.id) }}
                    inAddress={false}
                    create={null}
                    bulkDelete={false}
                    rowBuiltIns={["update"]}
                    columns={{
                      defaults: ["name", "username", "email", "is_valid"],
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
