import { type RawBuilder, sql } from "kysely";
import { permission, type RequestContext } from "../../engine/access/index.ts";
import { NotFound } from "../../engine/errors.ts";
import type { RouteDeclaration, RouteRequest } from "../../engine/http/index.ts";
import { allOf, isUuid, type ScopedListOptions, scopedList } from "../../engine/resource/index.ts";
import { assetsTable, nodeSubtreeAssetsTable } from "../assets/index.ts";
import { userRoles } from "../roles/index.ts";
import { groupRows, userGroupMembersTable, userRows } from "../users/index.ts";
import { assetPermissions } from "./asset-permissions.ts";
import { text } from "./texts.ts";
import { namesUser } from "./valid-permissions.ts";

const access = permission("perms.view_assetpermission");

const base = "/api/v1/assets/assets/:id/";

/** Permissions that name the asset in the path, one of its nodes or a node above; whether they are valid or not. */
async function naming(
  { db, organization }: RequestContext,
  { params }: RouteRequest,
): Promise<RawBuilder<unknown>> {
  const id = params.id ?? "";
  if (!isUuid(id)) throw new NotFound(text.asset);
  const scope = organization.isRoot ? sql`true` : sql`org_id = ${organization.id}::uuid`;
  const { rows } = await sql`select 1 from ${assetsTable} where id = ${id}::uuid and ${scope}`.execute(db);
  if (rows.length === 0) throw new NotFound(text.asset);
  return sql`(
    select d.permission_id from asset_permission_assets d where d.asset_id = ${id}::uuid
    union
    select n.permission_id from ${nodeSubtreeAssetsTable} s join asset_permission_nodes n on n.node_id = s.node_id
    where s.asset_id = ${id}::uuid
  )`;
}

/** A list below an asset: rows of another list that also meet `condition`, made of the permissions naming the asset. */
function holders(
  path: string,
  rows: ScopedListOptions["rows"],
  condition: (permissions: RawBuilder<unknown>, request: RouteRequest) => RawBuilder<boolean>,
): RouteDeclaration {
  return scopedList({
    path: `${base}${path}/`,
    access,
    rows,
    within: async (context, request) => {
      const own = rows.where?.(context) ?? sql<boolean>`true`;
      return allOf([own, condition(await naming(context, request), request)]);
    },
  });
}

const uuidOf = (value: string | undefined, kind: typeof text.user): string => {
  if (value === undefined || !isUuid(value)) throw new NotFound(kind);
  return value;
};

const people = userRows(userRoles);

const { counter: _counter, ...permissions } = assetPermissions;

/**
 * Who may reach an asset, and by which permissions. Contract: docs/contract/assets.md, "Who may reach an asset".
 */
export const assetHolders: readonly RouteDeclaration[] = [
  holders(
    "perm-users",
    {
      ...people,
      title: "Asset Perm User",
      search: ["t.username", "t.email", "t.name", "t.id::text", "t.source"],
    },
    (named) => sql<boolean>`t.id in (
      select u.user_id from asset_permission_users u where u.permission_id in ${named}
      union
      select m.user_id from asset_permission_user_groups g join ${userGroupMembersTable} m on m.usergroup_id = g.group_id
      where g.permission_id in ${named}
    )`,
  ),
  holders(
    "perm-users/:user/permissions",
    { ...permissions, title: "Asset Perm User Permission" },
    (named, { params }) =>
      sql<boolean>`(t.id in ${named} and ${namesUser("t", uuidOf(params.user, text.user))})`,
  ),
  holders(
    "perm-user-groups",
    { ...groupRows(userRoles), title: "Asset Perm User Group" },
    (named) => sql<boolean>`t.id in (
      select g.group_id from asset_permission_user_groups g where g.permission_id in ${named}
    )`,
  ),
  holders(
    "perm-user-groups/:group/permissions",
    { ...permissions, title: "Asset Perm User Group Permission" },
    (named, { params }) => sql<boolean>`(t.id in ${named} and t.id in (
      select g.permission_id from asset_permission_user_groups g
      where g.group_id = ${uuidOf(params.group, text.userGroups)}::uuid
    ))`,
  ),
];
