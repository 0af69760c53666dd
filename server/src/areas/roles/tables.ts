import type { Generated } from "kysely";

/** What a role's codes are about: the whole product, or one organization. */
export type RoleScope = "system" | "org";

declare module "../../engine/database/database.ts" {
  interface Database {
    roles: {
      id: Generated<string>;
      name: string;
      scope: RoleScope;
      builtin: Generated<boolean>;
      comment: Generated<string>;
      created_by: string | null;
      updated_by: string | null;
      date_created: Generated<Date>;
      date_updated: Generated<Date>;
    };
    role_permissions: { role_id: string; code: string };
    role_bindings: {
      id: Generated<string>;
      user_id: string;
      role_id: string;
      scope: RoleScope;
      org_id: string | null;
      date_created: Generated<Date>;
    };
  }
}
