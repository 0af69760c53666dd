import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { isRecord } from "../../kit/api/api-error.ts";
import { DetailCard, detailItems } from "../../kit/detail/detail-card.tsx";
import { QuickActions } from "../../kit/detail/quick-actions.tsx";
import { type DetailContext, ResourceDetail } from "../../kit/detail/resource-detail.tsx";
import { valueText } from "../../kit/metadata/value-text.ts";
import { useSession } from "../../kit/session.ts";
import { StatusMark } from "../../kit/status-mark.tsx";
import { accountNames } from "./account-names.ts";
import { PERMISSIONS } from "./resources.ts";

const CARD = [
  "name",
  "accounts",
  "actions",
  "date_start",
  "date_expired",
  "date_created",
  "created_by",
  "comment",
];

interface Coverage {
  readonly field: string;
  readonly permission: string;
  readonly path?: (id: string) => string;
}

const COVERAGE: readonly Coverage[] = [
  { field: "users", permission: "users.view_user", path: (id) => `/console/users/${id}` },
  { field: "user_groups", permission: "users.view_usergroup", path: (id) => `/console/groups/${id}` },
  { field: "assets", permission: "assets.view_asset", path: (id) => `/console/assets/assets/${id}` },
  { field: "nodes", permission: "assets.view_node" },
];

/** Whom and what the permission covers, each a link where it may be followed. */
function CoverageCard({ context }: { readonly context: DetailContext }) {
  const { t } = useTranslation("permissions");
  const { can } = useSession();
  const items = COVERAGE.map(({ field, permission, path }) => {
    const list = (Array.isArray(context.row[field]) ? context.row[field] : []).filter(isRecord);
    return {
      key: field,
      label: context.fields[field]?.label ?? field,
      value:
        list.length === 0 ? (
          ""
        ) : (
          <span className="tags">
            {list.map((item) => {
              const text = valueText({ ...item, id: undefined });
              const id = String(item.id);
              return path !== undefined && can(permission) ? (
                <Link className="tag" key={id} to={path(id)}>
                  {text}
                </Link>
              ) : (
                <span className="tag" key={id}>
                  {text}
                </span>
              );
            })}
          </span>
        ),
    };
  });
  return <DetailCard title={t("coverage")} items={items} />;
}

function Basic({ context }: { readonly context: DetailContext }) {
  const { t } = useTranslation("permissions");
  const { can } = useSession();
  const { row, fields, patch } = context;
  return (
    <div className="detail-columns">
      <div className="detail-stack">
        <DetailCard
          items={detailItems(fields, row, CARD, {
            accounts: (permission) => accountNames(permission.accounts),
          })}
        />
        <CoverageCard context={context} />
      </div>
      <QuickActions
        actions={[
          {
            key: "active",
            title: t("activate"),
            checked: row.is_active === true,
            disabled: !can("perms.change_assetpermission"),
            run: (checked) => patch({ is_active: checked }),
          },
        ]}
      />
    </div>
  );
}

/** One asset permission. */
export default function PermissionDetail() {
  const { t } = useTranslation(["permissions", "routes", "kit"]);
  return (
    <ResourceDetail
      resource={PERMISSIONS}
      prefix={t("routes:permissionDetail")}
      status={(row) => (
        <StatusMark good={row.is_valid === true} text={t(row.is_valid === true ? "valid" : "invalid")} />
      )}
      tabs={(context) => [
        { key: "AssetPermissionDetail", label: t("kit:detail.basic"), content: <Basic context={context} /> },
      ]}
    />
  );
}
