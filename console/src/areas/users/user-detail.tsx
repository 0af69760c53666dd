import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { api } from "../../kit/api/client.ts";
import { DetailCard, detailItems } from "../../kit/detail/detail-card.tsx";
import { type QuickAction, QuickActions } from "../../kit/detail/quick-actions.tsx";
import { type DetailContext, ResourceDetail } from "../../kit/detail/resource-detail.tsx";
import { confirm } from "../../kit/dialogs.tsx";
import { toast } from "../../kit/feedback.ts";
import { ResourceList } from "../../kit/list/resource-list.tsx";
import { plainValue, valueText } from "../../kit/metadata/value-text.ts";
import { useSession } from "../../kit/session.ts";
import { StatusMark } from "../../kit/status-mark.tsx";
import { useEffectivePermissionsTab } from "../roles/index.ts";
import { USERS } from "./resources.ts";

const CARD = [
  "id",
  "name",
  "username",
  "email",
  "phone",
  "groups",
  "system_roles",
  "org_roles",
  "mfa_level",
  "source",
  "created_by",
  "date_joined",
  "date_expired",
  "date_password_last_updated",
  "last_login",
  "comment",
];

function useQuickActions({ row, fields, patch, reload }: DetailContext): QuickAction[] {
  const { t } = useTranslation(["users", "common"]);
  const { can } = useSession();
  const locked = !can("users.change_user");
  const url = `${USERS.url}${String(row.id)}/`;
  const name = valueText(row.name);
  const ask = (title: string, body: string, path: string) => () =>
    confirm({
      title,
      content: body,
      confirmText: t("common:confirm"),
      onConfirm: async () => {
        await api(`${url}${path}`, { method: "PATCH", body: {} });
        toast("success", t("requestSent"));
        await reload();
      },
    });
  return [
    {
      key: "active",
      title: t("activate"),
      checked: row.is_active === true,
      disabled: locked,
      run: (checked) => patch({ is_active: checked }),
    },
    {
      key: "mfa",
      title: fields.mfa_level?.label ?? "MFA",
      value: plainValue(row.mfa_level) as number,
      choices: fields.mfa_level?.choices ?? [],
      disabled: locked,
      run: (level) => patch({ mfa_level: level }),
    },
    {
      key: "unblock",
      title: t("unblock"),
      button: t("unblockButton"),
      disabled: locked || row.login_blocked !== true,
      run: ask(t("unblock"), t("unblockBody", { name }), "unblock/"),
    },
  ];
}

function Basic({ context }: { readonly context: DetailContext }) {
  const actions = useQuickActions(context);
  return (
    <div className="detail-columns">
      <DetailCard items={detailItems(context.fields, context.row, CARD)} />
      <QuickActions actions={actions} />
    </div>
  );
}

/** One user: who, in which state, and what can be done. */
export default function UserDetail() {
  const { t } = useTranslation(["users", "routes", "kit"]);
  const { can, profile } = useSession();
  const { id = "" } = useParams();
  const effective = useEffectivePermissionsTab(id, t("effectivePermissions"));
  return (
    <ResourceDetail
      resource={USERS}
      prefix={t("routes:userDetail")}
      canChange={(row) => row.is_superuser !== true || profile.is_superuser === true}
      status={(row) => (
        <StatusMark good={row.is_valid === true} text={t(row.is_valid === true ? "valid" : "invalid")} />
      )}
      tabs={(context) => [
        { key: "UserInfo", label: t("kit:detail.basic"), content: <Basic context={context} /> },
        ...effective,
        ...(can("perms.view_assetpermission")
          ? [
              {
                key: "UserAssetPermissionRules",
                label: t("routes:assetPermissions"),
                content: (
                  <ResourceList
                    resource={{
                      url: "/api/v1/perms/asset-permissions/",
                      permission: { app: "perms", model: "assetpermission" },
                      routes: {
                        list: "/console/perms/asset-permissions",
                        update: (id) => `/console/perms/asset-permissions/${id}/update`,
                        detail: (id) => `/console/perms/asset-permissions/${id}`,
                      },
                    }}
                    label={t("routes:assetPermissions")}
                    query={{ user_id: String(context.row.id) }}
                    columns={{ defaults: ["name", "accounts", "is_valid", "date_expired"] }}
                    inAddress={false}
                    create={null}
                    bulkDelete={false}
                    rowBuiltIns={["update"]}
                  />
                ),
              },
            ]
          : []),
      ]}
    />
  );
}
