import { sql } from "kysely";
import { FieldError, ValidationError } from "../../engine/errors.ts";
import { text as shared, withParameters } from "../../engine/i18n/index.ts";
import {
  computed,
  defineResource,
  exactUuid,
  type Field,
  integer,
  type ResourceDeclaration,
  readKey,
} from "../../engine/resource/index.ts";
import { text } from "./texts.ts";
import type { UserRoles } from "./user-roles.ts";

/** A key written and read as it is, which must be in a set the caller may see (over `r`). */
function key(
  label: typeof shared.name,
  column: string,
  table: string,
  where: (context: Parameters<NonNullable<Field["parse"]>>[1]["context"]) => ReturnType<typeof sql<boolean>>,
): Field {
  return {
    type: "field",
    options: { label, required: true, column },
    parse: async (input, { context }) => {
      const id = readKey(input, "uuid");
      const { rows } = await sql`
        select 1 from ${sql.table(table)} as r where r.id = ${id}::uuid and ${where(context)}
      `.execute(context.db);
      if (rows.length === 0) throw new FieldError([withParameters(shared.objectMissing, { pk: id })]);
      return id;
    },
  };
}

/** `users/users-groups-relations`. Contract: docs/contract/identity.md, "User groups". */
export function groupRelationsResource(roles: UserRoles): ResourceDeclaration {
  return defineResource({
    path: "users/users-groups-relations",
    app: "users",
    model: "usergroup",
    label: text.relation,
    title: "User User Group Relation",
    scope: "global",
    table: "user_group_members",
    key: { kind: "integer" },
    fieldOrder: "declared",
    fields: {
      id: integer({ label: shared.id, readOnly: true }),
      user: key(text.user, "user_id", "users", ({ organization }) =>
        organization.isRoot
          ? sql<boolean>`not r.is_service_account`
          : sql<boolean>`not r.is_service_account and ${roles.isMember("r.id", organization.id)}`,
      ),
      user_display: computed({
        label: text.userDisplay,
        type: "string",
        select: () => sql`(select u.name || '(' || u.username || ')' from users u where u.id = t.user_id)`,
        present: (row) => String(row.user_display),
      }),
      usergroup: key(text.userGroup, "usergroup_id", "user_groups", ({ organization }) =>
        organization.isRoot ? sql<boolean>`true` : sql<boolean>`r.org_id = ${organization.id}`,
      ),
      usergroup_display: computed({
        label: text.groupDisplay,
        type: "string",
        select: () => sql`(select g.name from user_groups g where g.id = t.usergroup_id)`,
        present: (row) => String(row.usergroup_display),
      }),
    },
    filters: {
      id: { condition: exactId, announced: false },
      user: exactUuid("t.user_id"),
      usergroup: exactUuid("t.usergroup_id"),
    },
    order: { by: ["id"], default: ["id"] },
    linkOf: {
      label: text.userGroup,
      table: "user_groups",
      id: "usergroup",
      name: "usergroup_display",
      member: "user",
      memberName: "user_display",
    },
    where: ({ organization }) =>
      organization.isRoot
        ? null
        : sql<boolean>`t.usergroup_id in (select g.id from user_groups g where g.org_id = ${organization.id})`,
    operations: ["list", "retrieve", "create", "update", "delete", "bulk"],
    hooks: {
      async validate({ context, values, before }) {
        const [user, group] = [values.user ?? before?.user_id, values.usergroup ?? before?.usergroup_id];
        const { rows } = await sql`
          select 1 from user_group_members
          where user_id = ${user}::uuid and usergroup_id = ${group}::uuid
            and id is distinct from ${before?.id ?? null}
        `.execute(context.db);
        if (rows.length > 0) throw new ValidationError({ non_field_errors: [text.alreadyMember] });
      },
    },
    bulkDelete: "one",
  });
}

function exactId(value: string): ReturnType<typeof sql<boolean>> | null {
  if (value === "") return null;
  if (!/^\d{1,9}$/.test(value)) throw new FieldError([shared.invalidFilter]);
  return sql<boolean>`t.id = ${Number(value)}`;
}
