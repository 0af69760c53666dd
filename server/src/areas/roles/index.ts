import { sql } from "kysely";
import type { RequestContext } from "../../engine/access/index.ts";
import type { Area } from "../../engine/area.ts";
import type { RelationTarget } from "../../engine/resource/index.ts";
import { usersTable } from "../users/index.ts";
import { refreshBuiltinRoles } from "./bootstrap.ts";
import { effectivePermissionsRoute } from "./effective-permissions-route.ts";
import { memberCount, memberGuard } from "./member-extensions.ts";
import { myOrganizationsRoute } from "./my-organizations-route.ts";
import { permissionListRoute, permissionRoute } from "./permission-list.ts";
import { permissionTreeRoute } from "./permission-tree-route.ts";
import { roleBindingsResource } from "./role-bindings.ts";
import { roleHolderRoutes } from "./role-holders.ts";
import { rolePreviewRoute } from "./role-preview-route.ts";
import { rolesResource } from "./roles.ts";
import "./tables.ts";
import { userRoles } from "./user-roles.ts";

export { administratorsOf, isAdministrator } from "./administrators.ts";
export { roleIds } from "./builtin-roles.ts";
export { giveInitialRoles, giveRole, giveRoles, type HeldRole, takeRole } from "./give-role.ts";
export { createPermissionPort } from "./permission-port.ts";
export { roleBindingsTable } from "./readable-tables.ts";
export { roleNamesOf, roleScopeOf } from "./role-directory.ts";
export { roleTarget } from "./role-names.ts";
export { loadManyUserFacts, loadUserFacts, userFilterSubject } from "./user-filter.ts";
export { userRoles } from "./user-roles.ts";

/** The people a resource of the current organization may name: its members; everyone in the root one. */
export function memberTarget(attributes?: RelationTarget["attributes"]): RelationTarget<"uuid"> {
  return {
    table: usersTable.name,
    key: "uuid",
    names: ["r.username", "r.name"],
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
    ...roleHolderRoutes,
    permissionListRoute,
    permissionRoute,
    permissionTreeRoute,
    rolePreviewRoute,
    effectivePermissionsRoute,
    myOrganizationsRoute,
  ],
  bootstrap: refreshBuiltinRoles,
  organizationCounts: [memberCount],
  organizationDeleteGuards: [memberGuard],
};
