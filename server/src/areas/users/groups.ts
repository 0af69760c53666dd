import { sql } from "kysely";
import { permission } from "../../engine/access/index.ts";
import { BadRequest } from "../../engine/errors.ts";
import { text as shared } from "../../engine/i18n/index.ts";
import { normalizeName } from "../../engine/names.ts";
import {
  defineResource,
  exact,
  exactUuid,
  text as line,
  type ResourceDeclaration,
  relations,
  type ScopedListOptions,
  stamps,
  uuid,
} from "../../engine/resource/index.ts";
import { text } from "./texts.ts";
import type { UserRoles } from "./user-roles.ts";

/** User groups as every list of them shows and finds them. Contract: docs/contract/identity.md, "User groups". */
export function groupRows(roles: UserRoles): ScopedListOptions["rows"] {
  return {
    label: text.userGroup,
    title: "User Group",
    scope: "organization",
    table: "user_groups",
    fields: {
      id: uuid({ label: shared.id }),
      name: line({ label: shared.name, required: true, maxLength: 128, check: normalizeName }),
      comment: line({ label: shared.comment }),
      ...stamps("created_by"),
      users: relations({
        label: text.members,
        target: {
          table: "users",
          key: "uuid",
          names: ["r.username", "r.name"],
          where: ({ organization }) =>
            organization.isRoot
              ? sql<boolean>`not r.is_service_account`
              : sql<boolean>`not r.is_service_account and ${roles.isMember("r.id", organization.id)}`,
        },
        link: { table: "user_group_members", own: "usergroup_id", other: "user_id" },
      }),
      ...stamps("date_created"),
    },
    sizes: { mini: ["id", "name"], small: ["id", "name", "comment", "org_id", "org_name"] },
    filters: { id: { ...exactUuid("t.id"), announced: false }, name: exact("t.name") },
    searchText: "lower(t.name)",
    order: { by: ["name", "comment", "created_by", "org_id", "date_created"], default: ["name"] },
  };
}

/** `users/groups`. Contract: docs/contract/identity.md, "User groups". */
export function groupsResource(roles: UserRoles): ResourceDeclaration {
  return defineResource({
    ...groupRows(roles),
    path: "users/groups",
    app: "users",
    model: "usergroup",
    found: { title: "name", subtitle: ["comment"] },
    actions: [
      {
        name: "add-all-users",
        on: "object",
        methods: ["POST"],
        access: permission("users.add_usergroup"),
        handle: async ({ db }, { row }) => {
          if (row === undefined) throw new BadRequest("error", shared.notFound);
          await sql`
            insert into user_group_members (user_id, usergroup_id)
            select u.id, ${row.id}::uuid from users u
            where not u.is_service_account and ${roles.isMember("u.id", String(row.org_id))}
            on conflict do nothing
          `.execute(db);
          return {};
        },
      },
    ],
  });
}
