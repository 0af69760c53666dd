import { sql } from "kysely";
import type { RequestContext } from "../../engine/access/index.ts";
import type { Area } from "../../engine/area.ts";
import type { RelationTarget } from "../../engine/resource/index.ts";
import { countOrganizationResource, guardOrganizationDelete } from "../organizations/index.ts";
import { refreshBuiltinRoles } from "./bootstrap.ts";
import { effectivePermissionsRoute } from "./effective-permissions-route.ts";
import { myOrganizationsRoute } from "./my-organizations-route.ts";
import { permissionListRoute } from "./permission-list.ts";
import { permissionTreeRoute } from "./permission-tree-route.ts";
import { roleBindingsResource } from "./role-bindings.ts";
import { rolePreviewRoute } from "./role-preview-route.ts";
import { rolesResource } from "./roles.ts";
import "./tables.ts";
import { text } from "./texts.ts";
import { userRoles } from "./user-roles.ts";

export { isAdministrator } from "./administrators.ts";
export { roleIds } from "./builtin-roles.ts";
export { createPermissionPort } from "./permission-port.ts";
export { userRoles } from "./user-roles.ts";

guardOrganizationDelete("roles.members", async (db, { id }) => {
  const member = await db
    .selectFrom("role_bindings")
    .select("id")
    .where("org_id", "=", id)
    .limit(1)
    .executeTakeFirst();
  return member === undefined ? null : text.members;
});

countOrganizationResource("users_amount", async (db, ids) => {
  const rows = await db
    .selectFrom("role_bindings")
    .select(["org_id", sql<number>`count(distinct user_id)`.as("count")])
    .where("org_id", "in", [...ids])
    .groupBy("org_id")
    .execute();
  return new Map(rows.map(({ org_id, count }) => [String(org_id), Number(count)]));
});

/** The people a resource of the current organization may name: its members; everyone in the root one. */
export function memberTarget(attributes?: RelationTarget["attributes"]): RelationTarget<"uuid"> {
  return {
    table: "users",
    key: "uuid",
    ...(attributes === undefined ? {} : { attributes }),
    where: (context: RequestContext) =>
      context.organization.isRoot
        ? sql<boolean>`not r.is_service_account`
        : sql<boolean>`not r.is_service_account and ${userRoles.isMember("r.id", context.organization.id)}`,
  };
}

/** Roles, who holds them, and what follows. Contract: docs/contract/identity.md, "Roles". */
export const rolesArea: Area = {
  name: "roles",
  resources: [
    rolesResource("rbac/system-roles", "systemrole", "System Role", "system"),
    rolesResource("rbac/org-roles", "orgrole", "Org Role", "org"),
    rolesResource("rbac/roles", "role", "Role", null),
    roleBindingsResource("system"),
    roleBindingsResource("org"),
    roleBindingsResource(null),
  ],
  routes: [
    permissionListRoute,
    permissionTreeRoute,
    rolePreviewRoute,
    effectivePermissionsRoute,
    myOrganizationsRoute,
  ],
  bootstrap: refreshBuiltinRoles,
};
