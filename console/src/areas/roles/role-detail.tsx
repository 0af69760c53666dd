import { useParams, useSearchParams } from "react-router";
import { DetailCard, detailItems } from "../../kit/detail/detail-card.tsx";
import { type DetailContext, ResourceDetail } from "../../kit/detail/resource-detail.tsx";
import { valueText } from "../../kit/metadata/value-text.ts";
import { useSession } from "../../kit/session.ts";
import { PermissionsCard } from "./permission-tree/permissions-card.tsx";
import { ROLES, type RoleScope, scopeOf } from "./resources.ts";
import { RoleUsers } from "./role-users.tsx";
import { ScopedRole } from "./scoped-role.tsx";
import { useRoleTexts } from "./use-role-texts.ts";
import "./roles.css";

const CARD = [
  "display_name",
  "scope",
  "builtin",
  "users_amount",
  "created_by",
  "date_created",
  "date_updated",
  "comment",
];

function Basic({ context, scope }: { readonly context: DetailContext; readonly scope: RoleScope }) {
  const { can } = useSession();
  return (
    <div className="role-columns">
      <DetailCard items={detailItems(context.fields, context.row, CARD)} />
      {can("rbac.view_permission") ? <PermissionsCard context={context} scope={scope} /> : null}
    </div>
  );
}

/** One role: what it is, what it allows, and who holds it. */
export default function RoleDetail() {
  const { t } = useRoleTexts();
  return (
    <ScopedRole title={t("routes:roleDetail")}>
      <RolePage />
    </ScopedRole>
  );
}

function RolePage() {
  const { t } = useRoleTexts();
  const { can } = useSession();
  const { id } = useParams();
  const [address] = useSearchParams();
  const scope = scopeOf(address);
  return (
    <ResourceDetail
      key={`${scope} ${id}`}
      resource={ROLES[scope]}
      prefix={t(`roles:title.${scope}`)}
      title={(row) => valueText(row.display_name)}
      canChange={(row) => row.builtin !== true}
      status={(row) => (row.builtin === true ? <span className="tag">{t("roles:builtin")}</span> : null)}
      tabs={(context) => [
        { key: "RoleInfo", label: t("kit:detail.basic"), content: <Basic context={context} scope={scope} /> },
        ...(can(`rbac.view_${scope}rolebinding`)
          ? [
              {
                key: "RoleUsers",
                label: t("routes:users"),
                content: <RoleUsers role={context.row} scope={scope} />,
              },
            ]
          : []),
      ]}
    />
  );
}
