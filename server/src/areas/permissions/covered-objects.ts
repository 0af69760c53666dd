import { sql } from "kysely";
import { permission, type RequestContext } from "../../engine/access/index.ts";
import { NotFound } from "../../engine/errors.ts";
import type { RouteDeclaration, RouteRequest } from "../../engine/http/index.ts";
import {
  computed,
  exact,
  exactBoolean,
  exactInteger,
  type Field,
  isUuid,
  scopedList,
} from "../../engine/resource/index.ts";
import { accountsResource } from "../accounts/index.ts";
import { assetsTable, nodeSubtreeAssetsTable } from "../assets/index.ts";
import { userGroupMembersTable, usersTable } from "../users/index.ts";
import { text } from "./texts.ts";

/** The permission named in the path, in the caller's scope. */
export async function permissionOf(context: RequestContext, { params }: RouteRequest): Promise<string> {
  const id = params.id ?? "";
  if (!isUuid(id)) throw new NotFound(text.assetPermission);
  const { organization } = context;
  const { rows } = await sql<{ id: string }>`
    select p.id from asset_permissions p where p.id = ${id}::uuid
      and ${organization.isRoot ? sql`true` : sql`p.org_id = ${organization.id}::uuid`}
  `.execute(context.db);
  const [row] = rows;
  if (row === undefined) throw new NotFound(text.assetPermission);
  return row.id;
}

const idOnly = (label: typeof text.user): Field =>
  computed({ label, columns: ["id"], present: (row) => String(row.id) });

const shown = (label: typeof text.user, name: string, detail: string): Field =>
  computed({
    label,
    columns: [name, detail],
    present: (row) => `${String(row[name])}(${String(row[detail])})`,
  });

const { counter: _counter, ...accounts } = accountsResource();

/**
 * Everybody and everything one permission covers. Contract: docs/contract/permissions.md, section 6.
 */
export const coveredObjects: readonly RouteDeclaration[] = [
  scopedList({
    path: "/api/v1/perms/asset-permissions/:id/users/all/",
    access: permission("users.view_user"),
    rows: {
      label: text.user,
      title: "Asset Permission All User",
      scope: "global",
      table: usersTable.name,
      fields: { user: idOnly(text.user), user_display: shown(text.userDisplay, "name", "username") },
      filters: { username: exact("t.username"), name: exact("t.name") },
      search: ["t.username", "t.name"],
      order: { by: [], default: ["name"] },
    },
    within: async (context, request) => {
      const id = await permissionOf(context, request);
      return sql<boolean>`t.id in (
        select u.user_id from asset_permission_users u where u.permission_id = ${id}::uuid
        union
        select m.user_id from asset_permission_user_groups g join ${userGroupMembersTable} m on m.usergroup_id = g.group_id
        where g.permission_id = ${id}::uuid
      )`;
    },
  }),
  scopedList({
    path: "/api/v1/perms/asset-permissions/:id/assets/all/",
    access: permission("assets.view_asset"),
    rows: {
      label: text.asset,
      title: "Asset Permission All Asset",
      scope: "global",
      table: assetsTable.name,
      fields: { asset: idOnly(text.asset), asset_display: shown(text.assetDisplay, "name", "address") },
      filters: { name: exact("t.name"), address: exact("t.address") },
      search: ["t.name", "t.address"],
      order: { by: [], default: ["name"] },
    },
    within: async (context, request) => coveredAssets(await permissionOf(context, request), "t.id"),
  }),
  scopedList({
    path: "/api/v1/perms/asset-permissions/:id/accounts/",
    access: permission("accounts.view_account"),
    rows: {
      ...accounts,
      title: "Asset Permission Account",
      filters: {
        name: exact("t.name"),
        username: exact("t.username"),
        privileged: exactBoolean("t.privileged"),
        version: exactInteger("t.version"),
      },
      order: { by: [], default: ["name", "username"] },
    },
    within: async (context, request) => {
      const id = await permissionOf(context, request);
      return sql<boolean>`(${coveredAssets(id, "t.asset_id")} and exists (
        select 1 from asset_permissions p where p.id = ${id}::uuid
          and (p.accounts @> '["@ALL"]' or p.accounts ? t.username)
      ))`;
    },
  }),
];

/** Assets of a permission: those it names, and those under the nodes it names. */
export function coveredAssets(permissionId: string, column: string) {
  return sql<boolean>`${sql.raw(column)} in (
    select d.asset_id from asset_permission_assets d where d.permission_id = ${permissionId}::uuid
    union
    select s.asset_id from asset_permission_nodes n join ${nodeSubtreeAssetsTable} s on s.node_id = n.node_id
    where n.permission_id = ${permissionId}::uuid
  )`;
}
