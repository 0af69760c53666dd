// Written by `npm run types:tables`: from the migrated database and owned-tables.json.
import type { Generated } from "kysely";
import type { RoleScope } from "./role-scope.ts";

/** Who has which role, and in which organization. */
export interface RoleBindingsTable {
  readonly id: Generated<string>;
  readonly user_id: string;
  readonly role_id: string;
  readonly scope: RoleScope;
  readonly org_id: string | null;
  readonly date_created: Generated<Date>;
}

/** The permission codes of a role. */
export interface RolePermissionsTable {
  readonly role_id: string;
  readonly code: string;
}

/** The roles. */
export interface RolesTable {
  readonly id: Generated<string>;
  readonly name: string;
  readonly scope: RoleScope;
  readonly builtin: Generated<boolean>;
  readonly comment: Generated<string>;
  readonly created_by: string | null;
  readonly updated_by: string | null;
  readonly date_created: Generated<Date>;
  readonly date_updated: Generated<Date>;
}

declare module "../../engine/database/database.ts" {
  interface Database {
    role_bindings: RoleBindingsTable;
    role_permissions: RolePermissionsTable;
    roles: RolesTable;
  }
}
