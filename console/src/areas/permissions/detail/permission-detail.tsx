import { lazy, Suspense } from "react";
import { useNavigate } from "react-router";
import { api } from "../../../kit/api/client.ts";
import { DetailCard, type DetailItem, detailItems } from "../../../kit/detail/detail-card.tsx";
import { QuickActions } from "../../../kit/detail/quick-actions.tsx";
import { type DetailContext, ResourceDetail } from "../../../kit/detail/resource-detail.tsx";
import type { PageTab } from "../../../kit/detail/tab-page.tsx";
import { toast, toastFailure } from "../../../kit/feedback.ts";
import { rowName } from "../../../kit/list/rows.ts";
import type { Row } from "../../../kit/metadata/types.ts";
import { useSession } from "../../../kit/session.ts";
import { StatusMark } from "../../../kit/status-mark.tsx";
import { ASSET_OPTIONS, ASSETS, NODE_OPTIONS } from "../../assets/index.ts";
import { GROUP_OPTIONS, GROUPS, USER_OPTIONS, USERS } from "../../users/index.ts";
import { accountNames } from "../account-names.ts";
import { EXPLAIN_NEEDS, explainPath } from "../explain/explain-path.ts";
import { useForwarding } from "../form/use-forwarding.ts";
import { deletionAgreed, previewed } from "../preview/permission-preview.ts";
import { PERMISSIONS } from "../resources.ts";
import { useGrantingTexts } from "../use-granting-texts.ts";
import { CoveredTab } from "./covered-tab.tsx";
import { LINKS, namedIds } from "./permission-relations.ts";

const PermissionAccounts = lazy(async () => ({
  default: (await import("./permission-accounts.tsx")).PermissionAccounts,
}));

const CARD = [
  "name",
  "users",
  "user_groups",
  "assets",
  "nodes",
  "accounts",
  "actions",
  "date_start",
  "date_expired",
  "session_grace_minutes",
  "date_created",
  "created_by",
  "comment",
];

function Basic({ context }: { readonly context: DetailContext }) {
  const { t } = useGrantingTexts();
  const { can } = useSession();
  const { row, fields, patch } = context;
  const forwarding = useForwarding(String(row.id));
  const count = (field: "users" | "user_groups" | "assets" | "nodes") => (permission: Row) => (
    <span className="numeric">{namedIds(permission, field).length}</span>
  );
  const items: readonly DetailItem[] = detailItems(fields, row, CARD, {
    users: count("users"),
    user_groups: count("user_groups"),
    assets: count("assets"),
    nodes: count("nodes"),
    accounts: (permission) => accountNames(permission.accounts),
  });
  const switchTo = async (active: boolean) => {
    const agreed = await previewed(
      { id: row.id, is_active: active },
      {
        title: t(active ? "granting:preview.activate" : "granting:preview.deactivate"),
        confirmText: t(active ? "granting:preview.confirmActivate" : "granting:preview.confirmDeactivate"),
      },
    );
    if (agreed) await patch({ is_active: active });
  };
  return (
    <div className="detail-columns">
      <DetailCard items={items} />
      <QuickActions
        actions={[
          {
            key: "active",
            title: t("permissions:activate"),
            checked: row.is_active === true,
            disabled: !can("perms.change_assetpermission"),
            run: switchTo,
          },
          ...forwarding,
        ]}
      />
    </div>
  );
}

function Users({ context }: { readonly context: DetailContext }) {
  const { t } = useGrantingTexts();
  const { can } = useSession();
  return (
    <CoveredTab
      context={context}
      side={{
        single: LINKS.users,
        many: LINKS.groups,
        path: "users",
        display: "user_display",
        singleOptions: USER_OPTIONS,
        manyOptions: GROUP_OPTIONS,
        pageOf: (id) => USERS.routes.detail?.(id) ?? "",
        manyPageOf: (id) => GROUPS.routes.detail?.(id) ?? "",
        viewMany: "users.view_usergroup",
        explain: can(EXPLAIN_NEEDS) ? (user) => explainPath({ user }) : undefined,
        texts: {
          list: t("granting:card.covered"),
          column: t("granting:card.person"),
          through: t("granting:card.throughGroup"),
          empty: t("granting:card.nobody"),
          addSingle: t("granting:card.addUser"),
          hint: t("granting:card.addUserHint"),
          many: t("granting:card.addGroup"),
        },
      }}
    />
  );
}

function Assets({ context }: { readonly context: DetailContext }) {
  const { t } = useGrantingTexts();
  const { can } = useSession();
  return (
    <CoveredTab
      context={context}
      side={{
        single: LINKS.assets,
        many: LINKS.nodes,
        path: "assets",
        display: "asset_display",
        singleOptions: ASSET_OPTIONS,
        manyOptions: NODE_OPTIONS,
        pageOf: (id) => ASSETS.routes.detail?.(id) ?? "",
        viewMany: "assets.view_node",
        explain: can(EXPLAIN_NEEDS) ? (asset) => explainPath({ asset }) : undefined,
        texts: {
          list: t("granting:card.coveredAssets"),
          column: t("granting:card.asset"),
          through: t("granting:card.throughNode"),
          empty: t("granting:card.nothing"),
          addSingle: t("granting:card.addAsset"),
          hint: t("granting:card.addAssetHint"),
          many: t("granting:card.addNode"),
        },
      }}
    />
  );
}

/** One asset permission: whom, what, with which accounts. */
export default function PermissionDetail() {
  const { t } = useGrantingTexts();
  const { can } = useSession();
  const navigate = useNavigate();
  const remove = async (permission: Row) => {
    const name = rowName(permission);
    if (!(await deletionAgreed(permission, name))) return;
    await api(`${PERMISSIONS.url}${String(permission.id)}/`, { method: "DELETE" });
    toast("success", t("kit:remove.done", { name }));
    void navigate(PERMISSIONS.routes.list);
  };
  const tabs = (context: DetailContext): PageTab[] => {
    const all: (PageTab & { readonly needs?: readonly string[] })[] = [
      { key: "AssetPermissionDetail", label: t("kit:detail.basic"), content: <Basic context={context} /> },
      {
        key: "AssetPermissionUser",
        label: t("granting:tab.users"),
        needs: ["users.view_user", "perms.change_assetpermission"],
        content: <Users context={context} />,
      },
      {
        key: "AssetPermissionAsset",
        label: t("granting:tab.assets"),
        needs: ["assets.view_asset", "perms.change_assetpermission"],
        content: <Assets context={context} />,
      },
      {
        key: "AssetPermissionAccount",
        label: t("granting:tab.accounts"),
        needs: ["accounts.view_account", "perms.change_assetpermission"],
        content: (
          <Suspense fallback={<div className="card-loading" />}>
            <PermissionAccounts {...context} />
          </Suspense>
        ),
      },
    ];
    return all.filter(({ needs }) => can(needs));
  };
  return (
    <ResourceDetail
      resource={PERMISSIONS}
      prefix={t("routes:permissionDetail")}
      status={(row) => (
        <StatusMark
          good={row.is_valid === true}
          text={t(row.is_valid === true ? "permissions:valid" : "permissions:invalid")}
        />
      )}
      askToDelete={(row) => void remove(row).catch(toastFailure)}
      tabs={tabs}
    />
  );
}
