import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { DetailCard, detailItems } from "../../../kit/detail/detail-card.tsx";
import { type DetailContext, ResourceDetail } from "../../../kit/detail/resource-detail.tsx";
import type { PageTab } from "../../../kit/detail/tab-page.tsx";
import { useSession } from "../../../kit/session.ts";
import { StatusMark } from "../../../kit/status-mark.tsx";
import { useRulesTab } from "../../acls/index.ts";
import { useRefusalsTab } from "../../audits/index.ts";
import { ExplainButton } from "../../permissions/index.ts";
import { UserLinksCard } from "../../providers/index.ts";
import { useEffectivePermissionsTab } from "../../roles/index.ts";
import { USERS } from "../resources.ts";
import { GrantedAssets } from "./granted-assets.tsx";
import { GrantingPermissions } from "./granting-permissions.tsx";
import { UserCredentialsCard } from "./user-credentials-card.tsx";
import { UserQuickActions } from "./user-quick-actions.tsx";
import { UserGroupsCard, UserRolesCard } from "./user-relations.tsx";

const CARD = [
  "id",
  "name",
  "username",
  "email",
  "phone",
  "wechat",
  "wecom_id",
  "dingtalk_id",
  "feishu_id",
  "mfa_level",
  "source",
  "created_by",
  "date_joined",
  "date_expired",
  "date_password_last_updated",
  "last_login",
  "comment",
];

function Basic({ context }: { readonly context: DetailContext }) {
  return (
    <div className="detail-columns">
      <DetailCard items={detailItems(context.fields, context.row, CARD)} />
      <div className="detail-stack">
        <UserQuickActions {...context} />
        <UserCredentialsCard {...context} />
        <UserLinksCard {...context} />
        <UserGroupsCard {...context} />
        <UserRolesCard context={context} scope="system" />
        <UserRolesCard context={context} scope="org" />
      </div>
    </div>
  );
}

/** One user: who, in which state, and what can be done. */
export default function UserDetail() {
  const { t } = useTranslation(["users", "routes", "kit"]);
  const { can, profile } = useSession();
  const { id = "" } = useParams();
  const effective = useEffectivePermissionsTab(id, t("tab.permissions"));
  const rules = useRulesTab({ users: id });
  const refusals = useRefusalsTab({ user_id: id });
  const tabs = (context: DetailContext): PageTab[] => {
    const { row } = context;
    const all: (PageTab & { readonly needs?: string })[] = [
      { key: "UserInfo", label: t("kit:detail.basic"), content: <Basic context={context} /> },
      ...effective,
      {
        key: "UserGrantedAssets",
        label: t("tab.assets"),
        needs: "perms.view_userassets",
        content: <GrantedAssets of="users" holder={row} />,
      },
      {
        key: "UserAssetPermissionRules",
        label: t("routes:assetPermissions"),
        needs: "perms.view_assetpermission",
        content: <GrantingPermissions query={{ user_id: String(row.id) }} emptyHint={t("rules.none")} />,
      },
      ...rules,
      ...refusals,
    ];
    return all.filter(({ needs }) => can(needs));
  };
  return (
    <ResourceDetail
      resource={USERS}
      prefix={t("routes:userDetail")}
      canChange={(row) => row.is_superuser !== true || profile.is_superuser === true}
      changeInRoot
      actions={({ row }) => <ExplainButton user={String(row.id)} />}
      status={(row) => (
        <StatusMark good={row.is_valid === true} text={t(row.is_valid === true ? "valid" : "invalid")} />
      )}
      tabs={tabs}
    />
  );
}
