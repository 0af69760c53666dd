import { useTranslation } from "react-i18next";
import { api } from "../../kit/api/client.ts";
import { DetailCard, detailItems } from "../../kit/detail/detail-card.tsx";
import { RelationCard } from "../../kit/detail/relation-card.tsx";
import { type DetailContext, ResourceDetail } from "../../kit/detail/resource-detail.tsx";
import { DetailLink } from "../../kit/list/formatters/detail-link.tsx";
import { plainValue } from "../../kit/metadata/value-text.ts";
import { useSession } from "../../kit/session.ts";
import { GROUPS, USER_OPTIONS, USERS } from "./resources.ts";

const MEMBERS_URL = "/api/v1/users/users-groups-relations/";
const CARD = ["id", "name", "users_amount", "created_by", "date_created", "comment"];

/** The members of a group; each is a link, and can be taken out again. */
function Members({ context }: { readonly context: DetailContext }) {
  const { t } = useTranslation("routes");
  const { can, inRoot } = useSession();
  const { row, reload } = context;
  const group = String(row.id);
  const members = Array.isArray(row.users) ? row.users.map((user) => plainValue(user) as string) : [];
  return (
    <RelationCard
      title={t("users")}
      related={USER_OPTIONS}
      keys={members}
      disabled={inRoot || !can("users.change_usergroup")}
      render={(user) => <DetailLink resource={USERS} row={user} />}
      onAdd={async (users) => {
        await api(MEMBERS_URL, { method: "POST", body: users.map((user) => ({ user, usergroup: group })) });
        await reload();
      }}
      onRemove={async (user) => {
        await api(MEMBERS_URL, { method: "DELETE", query: { user, usergroup: group } });
        await reload();
      }}
    />
  );
}

/** One user group and its members. */
export default function GroupDetail() {
  const { t } = useTranslation(["routes", "kit"]);
  const { can } = useSession();
  return (
    <ResourceDetail
      resource={GROUPS}
      prefix={t("groupDetail")}
      tabs={(context) => [
        {
          key: "GroupInfo",
          label: t("kit:detail.basic"),
          content: <DetailCard items={detailItems(context.fields, context.row, CARD)} />,
        },
        ...(can("users.view_user")
          ? [
              {
                key: "GroupUsers",
                label: t("users"),
                content: <Members context={context} />,
              },
            ]
          : []),
      ]}
    />
  );
}
