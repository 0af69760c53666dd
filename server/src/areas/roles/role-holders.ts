import { sql } from "kysely";
import { permission } from "../../engine/access/index.ts";
import { NotFound } from "../../engine/errors.ts";
import type { RouteDeclaration } from "../../engine/http/index.ts";
import { text as common } from "../../engine/i18n/index.ts";
import {
  isUuid,
  text as line,
  type ScopedListOptions,
  scopedList,
  uuid,
} from "../../engine/resource/index.ts";
import { usersTable } from "../users/index.ts";
import type { RoleScope } from "./role-scope.ts";
import { text } from "./texts.ts";

const people: ScopedListOptions["rows"] = {
  label: text.user,
  title: "Role User",
  scope: "global",
  table: usersTable.name,
  fields: {
    id: uuid({ label: common.id, readOnly: true }),
    name: line({ label: common.name, readOnly: true }),
    username: line({ label: text.username, readOnly: true }),
  },
  search: ["t.name", "t.username"],
  order: { by: ["name", "username"], default: ["name"] },
};

/** Who holds a role here, below each list of roles. Contract: docs/contract/identity.md, "Roles". */
export const roleHolderRoutes: readonly RouteDeclaration[] = (
  [
    ["system-roles", "system"],
    ["org-roles", "org"],
    ["roles", null],
  ] as const satisfies readonly (readonly [list: string, scope: RoleScope | null])[]
).map(([list, scope]) =>
  scopedList({
    path: `/api/v1/rbac/${list}/:id/users/`,
    access: permission("rbac.view_rolebinding"),
    rows: people,
    within: async ({ db, organization }, { params: { id = "" } }) => {
      if (!isUuid(id)) throw new NotFound(text.role);
      const { rows } = await sql`
        select 1 from roles where id = ${id}::uuid and ${scope === null ? sql`true` : sql`scope = ${scope}`}
      `.execute(db);
      if (rows.length === 0) throw new NotFound(text.role);
      const here = organization.isRoot
        ? sql`true`
        : sql`(b.org_id is null or b.org_id = ${organization.id}::uuid)`;
      return sql<boolean>`(not t.is_service_account and t.id in (
        select b.user_id from role_bindings b where b.role_id = ${id}::uuid and ${here}
      ))`;
    },
  }),
);
