import { useTranslation } from "react-i18next";
import { DetailCard, detailItems } from "../../../kit/detail/detail-card.tsx";
import { type DetailContext, ResourceDetail } from "../../../kit/detail/resource-detail.tsx";
import type { PageTab } from "../../../kit/detail/tab-page.tsx";
import { useSession } from "../../../kit/session.ts";
import { GrantedAssets } from "../detail/granted-assets.tsx";
import { GrantingPermissions } from "../detail/granting-permissions.tsx";
import { GROUPS } from "../resources.ts";
import { GroupMembers } from "./group-members.tsx";

const CARD = ["id", "name", "org_name", "created_by", "date_created", "comment"];

/** One user group: its members, and what is granted to them. */
export default function GroupDetail() {
  const { t } = useTranslation(["users", "routes", "kit"]);
  const { can } = useSession();
  const tabs = (context: DetailContext): PageTab[] => {
    const { row, fields } = context;
    const all: (PageTab & { readonly needs?: string })[] = [
      {
        key: "GroupInfo",
        label: t("kit:detail.basic"),
        content: <DetailCard items={detailItems(fields, row, CARD)} />,
      },
      {
        key: "GroupUser",
        label: t("tab.members"),
        needs: "users.view_user",
        content: <GroupMembers {...context} />,
      },
      {
        key: "GroupGrantedAssets",
        label: t("tab.assets"),
        needs: "perms.view_userassets",
        content: <GrantedAssets of="user-groups" holder={row} />,
      },
      {
        key: "GroupAssetPermissionRules",
        label: t("routes:assetPermissions"),
        needs: "perms.view_assetpermission",
        content: (
          <GrantingPermissions query={{ user_group_id: String(row.id) }} emptyHint={t("rules.noneOfGroup")} />
        ),
      },
    ];
    return all.filter(({ needs }) => can(needs));
  };
  return <ResourceDetail resource={GROUPS} prefix={t("routes:groupDetail")} tabs={tabs} />;
}
