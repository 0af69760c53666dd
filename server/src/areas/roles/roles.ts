import { sql } from "kysely";
import { PermissionDenied, ValidationError } from "../../engine/errors.ts";
import { text as shared, withParameters } from "../../engine/i18n/index.ts";
import { normalizeName } from "../../engine/names.ts";
import {
  boolean,
  cleanText,
  computed,
  custom,
  defineResource,
  escapeLike,
  exactBoolean,
  exactChoice,
  exactUuid,
  type Hooks,
  isUuid,
  labeledChoice,
  text as line,
  type ResourceDeclaration,
  stamps,
  uuid,
} from "../../engine/resource/index.ts";
import { refuseCodes } from "./escalation.ts";
import { roleActions } from "./role-actions.ts";
import { readRoleGrants } from "./role-directory.ts";
import { builtinRolesNamed, roleDisplayName } from "./role-names.ts";
import { rolePermissions } from "./role-permissions-field.ts";
import type { RoleScope } from "./role-scope.ts";
import { text } from "./texts.ts";

const fields = {
  id: uuid({ label: shared.id }),
  name: line({ label: shared.name, required: true, maxLength: 128, check: normalizeName }),
  display_name: computed({
    label: text.displayName,
    columns: ["id", "name"],
    present: (row, context) => roleDisplayName(row.id, row.name, context),
  }),
  scope: labeledChoice({
    label: text.scope,
    required: true,
    choices: [
      { value: "system", label: text.scopeSystem },
      { value: "org", label: text.scopeOrganization },
    ],
  }),
  users_amount: computed({
    label: text.usersAmount,
    select: ({ organization }) => sql`(
      select count(*) from role_bindings b where b.role_id = t.id
        and ${organization.isRoot ? sql`true` : sql`(b.org_id is null or b.org_id = ${organization.id})`})`,
    present: (row) => Number(row.users_amount),
  }),
  builtin: boolean({ label: text.builtin, readOnly: true }),
  ...stamps("date_created", "date_updated", "created_by", "updated_by"),
  comment: line({ label: shared.comment, maxLength: 128 }),
  permissions: rolePermissions(),
};

/** Rules of writing roles; `scope` null where both scopes are served. */
function roleHooks(scope: RoleScope | null): Hooks<typeof fields> {
  return {
    async validate({ context, before, values }) {
      if (before?.builtin === true) throw new PermissionDenied(text.builtinUnchangeable);
      if (before !== null) values.scope = before.scope;
      else if (scope !== null && values.scope !== scope) {
        throw new ValidationError({ scope: [withParameters(text.scopeFixed, { scope })] });
      }
      const name = values.name ?? before?.name ?? "";
      const { rows } = await sql`
        select 1 from roles where name = ${name} and scope = ${values.scope} and id <> ${before?.id ?? sql`gen_random_uuid()`}
      `.execute(context.db);
      const isBuiltin = name !== before?.name && builtinRolesNamed(name, true).length > 0;
      if (rows.length > 0 || isBuiltin) throw new ValidationError({ non_field_errors: [text.nameTaken] });
      if (before === null && context.query.has("clone_from")) {
        const source = context.query.get("clone_from") ?? "";
        const grant = isUuid(source) ? (await readRoleGrants(context.db, [source])).get(source) : undefined;
        if (grant === undefined) throw new ValidationError({ clone_from: [text.cloneMissing] });
        const refusal = await refuseCodes(context, grant.codes);
        if (refusal !== null) throw new ValidationError({ permissions: [refusal] });
      }
    },
    async afterWrite({ context, mode, values, id }) {
      const source = context.query.get("clone_from");
      if (mode !== "create" || source === undefined || values.permissions !== undefined) return;
      const codes = (await readRoleGrants(context.db, [source])).get(source)?.codes ?? [];
      if (codes.length === 0) return;
      await context.db
        .insertInto("role_permissions")
        .values(codes.map((code) => ({ role_id: String(id), code })))
        .execute();
    },
    async beforeDelete({ db }, row) {
      if (row.builtin === true) throw new PermissionDenied(text.builtinNotDeletable);
      const bound = await db
        .selectFrom("role_bindings")
        .select("id")
        .where("role_id", "=", row.id)
        .limit(1)
        .executeTakeFirst();
      if (bound !== undefined) throw new PermissionDenied(text.boundNotDeletable);
    },
  };
}

const byName = custom((value) => {
  if (value === "") return null;
  const builtin = builtinRolesNamed(value, false);
  return sql<boolean>`(t.name ilike ${`%${escapeLike(cleanText(value))}%`} or t.id = any(${builtin}::uuid[]))`;
});

/** Roles of one scope, or of both. Contract: docs/contract/identity.md, "Roles". */
export function rolesResource(
  path: string,
  model: string,
  title: string,
  scope: RoleScope | null,
): ResourceDeclaration {
  return defineResource({
    path,
    app: "rbac",
    model,
    label: text.role,
    title,
    scope: "global",
    table: "roles",
    fieldOrder: "declared",
    fields,
    sizes: {
      mini: ["id", "display_name", "name"],
      small: ["id", "name", "display_name", "scope", "builtin", "comment"],
    },
    filters: {
      id: { ...exactUuid("t.id"), announced: false },
      name: { ...byName, announced: true },
      scope: exactChoice("t.scope", ["system", "org"]),
      builtin: exactBoolean("t.builtin"),
    },
    search: ["t.name", "t.scope"],
    order: {
      by: ["name", "scope", "builtin", "date_created", "date_updated", "created_by", "updated_by", "comment"],
      default: ["-builtin", "name"],
    },
    where: () => (scope === null ? null : sql<boolean>`t.scope = ${scope}`),
    operations: ["list", "retrieve", "create", "update", "delete"],
    hooks: roleHooks(scope),
    actions: roleActions,
  });
}
