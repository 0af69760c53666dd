import { useTranslation } from "react-i18next";
import { isRecord } from "../../../kit/api/api-error.ts";
import { api } from "../../../kit/api/client.ts";
import { fetchPage } from "../../../kit/api/resources.ts";
import { RelationCard, type RelationItem } from "../../../kit/detail/relation-card.tsx";
import type { DetailContext } from "../../../kit/detail/resource-detail.tsx";
import { valueText } from "../../../kit/metadata/value-text.ts";
import { screenExists } from "../../../kit/screens.ts";
import { useSession } from "../../../kit/session.ts";
import { refreshSession } from "../../../kit/session-refresh.ts";
import {
  GROUP_OPTIONS,
  GROUP_RELATIONS_URL,
  GROUPS,
  ORGANIZATION_ROLE_OPTIONS,
  SYSTEM_ROLE_OPTIONS,
} from "../resources.ts";

/** The objects of a relation of the user, as the card shows them. */
function itemsOf(value: unknown, more: (id: string) => Partial<RelationItem>): RelationItem[] {
  return (Array.isArray(value) ? value : []).filter(isRecord).map((item) => ({
    id: String(item.id),
    label: valueText(item.display_name ?? item.name),
    ...more(String(item.id)),
  }));
}

/** The groups of a user in the current organization. */
export function UserGroupsCard({ row, reload }: DetailContext) {
  const { t } = useTranslation("routes");
  const { can, inRoot } = useSession();
  const user = String(row.id);
  const items = itemsOf(row.groups, (id) =>
    can("users.view_usergroup") ? { path: GROUPS.routes.detail?.(id) } : {},
  );
  const add = async (ids: readonly string[]) => {
    await api(GROUP_RELATIONS_URL, { method: "POST", body: ids.map((usergroup) => ({ user, usergroup })) });
    await reload();
  };
  const remove = async ({ id }: RelationItem) => {
    await api(GROUP_RELATIONS_URL, { method: "DELETE", query: { user, usergroup: id } });
    await reload();
  };
  return (
    <RelationCard
      title={t("groups")}
      items={items}
      options={GROUP_OPTIONS}
      onAdd={!inRoot && can("users.add_usergroup") ? add : undefined}
      onRemove={!inRoot && can("users.delete_usergroup") ? remove : undefined}
    />
  );
}

interface UserRolesCardProps {
  readonly context: DetailContext;
  readonly scope: "system" | "org";
}

/** The roles a user holds in the whole installation, or in the current organization. */
export function UserRolesCard({ context, scope }: UserRolesCardProps) {
  const { t } = useTranslation("users");
  const { can, inRoot, organization, profile } = useSession();
  const { row, reload } = context;
  const roles = row[`${scope}_roles`];
  const isSystem = scope === "system";
  // Who may not see roles is not told of any.
  if (!Array.isArray(roles) || (!isSystem && inRoot)) return null;
  const url = `/api/v1/rbac/${scope}-role-bindings/`;
  const user = String(row.id);
  const page = (id: string) => `/console/roles/${id}`;
  const isLast = roles.length === 1;
  const items = itemsOf(roles, (id) => ({
    ...(can(`rbac.view_${scope}role`) && screenExists(page(id))
      ? { path: `${page(id)}?scope=${scope}` }
      : {}),
    ...(isLast ? { kept: t(isSystem ? "roles.lastSystem" : "roles.lastOrganization") } : {}),
  }));
  const changed = async () => {
    await reload();
    if (user === profile.id) await refreshSession();
  };
  const add = async (ids: readonly string[]) => {
    await api(url, { method: "POST", body: ids.map((role) => ({ user, role, scope })) });
    await changed();
  };
  const remove = async ({ id }: RelationItem) => {
    const { results } = await fetchPage(url, { user, role: id, limit: 1 });
    const [binding] = results;
    if (binding !== undefined) await api(`${url}${String(binding.id)}/`, { method: "DELETE" });
    await changed();
  };
  return (
    <RelationCard
      title={isSystem ? t("roles.system") : t("roleHint", { organization: organization?.name ?? "" })}
      items={items}
      options={isSystem ? SYSTEM_ROLE_OPTIONS : ORGANIZATION_ROLE_OPTIONS}
      onAdd={can(`rbac.add_${scope}rolebinding`) ? add : undefined}
      onRemove={can(`rbac.delete_${scope}rolebinding`) ? remove : undefined}
    />
  );
}
