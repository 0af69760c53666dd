import { sql } from "kysely";
import type { CallerContext } from "../../engine/access/context.ts";
import { BadRequest, FieldError, PermissionDenied, ValidationError } from "../../engine/errors.ts";
import { translate, withParameters } from "../../engine/i18n/messages.ts";
import { text as shared } from "../../engine/i18n/texts.ts";
import {
  defineResource,
  type Hooks,
  type ResourceDeclaration,
  type Row,
} from "../../engine/resource/declaration.ts";
import { computed } from "../../engine/resource/field-kinds/composites.ts";
import type { Field } from "../../engine/resource/field-kinds/field.ts";
import { readKey, relation } from "../../engine/resource/field-kinds/relations.ts";
import { uuid } from "../../engine/resource/field-kinds/scalars.ts";
import { contains, exactChoice, exactUuid } from "../../engine/resource/query/filters.ts";
import { requireAdministrator } from "./administrators.ts";
import { roleIds } from "./builtin-roles.ts";
import { refuseRoles } from "./escalation.ts";
import type { RoleScope } from "./tables.ts";
import { text } from "./texts.ts";

const userName = "(select u.name from users u where u.id = t.user_id)";
const userUsername = "(select u.username from users u where u.id = t.user_id)";
const roleName = "(select x.name from roles x where x.id = t.role_id)";

/** A role, written and read as its key; must be of the scope, and within the caller's own rights. */
function roleKey(scope: RoleScope): Field {
  return {
    type: "field",
    options: { label: text.role, required: true, column: "role_id" },
    parse: async (input, { context }) => {
      const id = String(readKey(input, "uuid"));
      const { rows } = await sql`select 1 from roles where id = ${id}::uuid and scope = ${scope}`.execute(
        context.db,
      );
      if (rows.length === 0) throw new FieldError([withParameters(shared.objectMissing, { pk: id })]);
      const refusal = await refuseRoles(context, [id]);
      if (refusal !== null) throw new FieldError([refusal]);
      return id;
    },
  };
}

function requireOrganization({ organization }: CallerContext): string {
  if (organization.isRoot) throw new BadRequest("error", text.organizationNeeded);
  return organization.id;
}

/** Bindings of a user that count for "the last one": of the system, or of one organization. */
async function siblings({ db }: CallerContext, row: Row): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select 1 from role_bindings
      where user_id = ${row.user_id} and org_id is not distinct from ${row.org_id}::uuid
      order by id for update
    ) as held
  `.execute(db);
  return Number(rows[0]?.count ?? 0);
}

async function isSuperuser({ db }: CallerContext, userId: unknown): Promise<boolean> {
  const { rows } = await sql`
    select 1 from role_bindings where user_id = ${userId} and role_id = ${roleIds.systemAdmin}::uuid
  `.execute(db);
  return rows.length > 0;
}

/** Nobody takes from others what they could not give them. */
async function refuseUnbinding(context: CallerContext, row: Row): Promise<void> {
  const userId = String(row.user_id);
  if (context.permissions.isSuperuser || userId === context.principal.id) return;
  if (await isSuperuser(context, userId)) throw new PermissionDenied(text.administratorOnly);
  const refusal = await refuseRoles(context, [String(row.role_id)]);
  if (refusal !== null) throw new PermissionDenied(refusal);
}

function bindingHooks(scope: RoleScope): Hooks {
  return {
    async validate({ context, values }) {
      const organizationId = scope === "org" ? requireOrganization(context) : null;
      const { rows } = await sql`
        select 1 from role_bindings
        where user_id = ${values.user}::uuid and role_id = ${values.role}::uuid
          and org_id is not distinct from ${organizationId}::uuid
      `.execute(context.db);
      if (rows.length > 0) throw new ValidationError({ role: [text.alreadyBound] });
    },
    columns: ({ context }) => (scope === "org" ? { scope, org_id: requireOrganization(context) } : { scope }),
    async deleting(context, row) {
      await refuseUnbinding(context, row);
      if ((await siblings(context, row)) > 1) return;
      if (scope === "system") throw new BadRequest("system_role_delete_error", text.lastSystemRole);
      const error = translate(text.lastOrganizationRole, context.language);
      throw new BadRequest("error", text.lastOrganizationRole, { error });
    },
    deleted: ({ db }) => requireAdministrator(db),
  };
}

const bindingId = uuid({ label: shared.id });

const boundUser = relation({
  label: text.user,
  column: "user_id",
  required: true,
  target: {
    table: "users",
    key: "uuid",
    attributes: { id: "r.id", name: "r.name", username: "r.username" },
    where: () => sql<boolean>`not r.is_service_account`,
  },
});

const bindingScope: Field = {
  type: "choice",
  options: { label: text.scope, readOnly: true },
  describe: ({ language }) => ({
    choices: [
      { value: "system", label: translate(text.scopeSystem, language) },
      { value: "org", label: translate(text.scopeOrganization, language) },
    ],
  }),
};

const organizationKey: Field = {
  ...uuid({ label: text.scopeOrganization, readOnly: true, column: "org_id" }),
  type: "field",
};

const organizationName = computed({
  label: shared.organizationName,
  select: () => sql`(select o.name from organizations o where o.id = t.org_id)`,
  present: (row) => (row.org_name === null ? "" : String(row.org_name)),
});

const userDisplay = computed({
  label: text.userDisplay,
  type: "string",
  select: () => sql`(select u.name || '(' || u.username || ')' from users u where u.id = t.user_id)`,
  present: (row) => String(row.user_display),
});

/** The fields in the order the contract has for each scope. */
const bindingFields = (scope: RoleScope): Readonly<Record<string, Field>> =>
  scope === "org"
    ? {
        id: bindingId,
        user: boundUser,
        role: roleKey(scope),
        scope: bindingScope,
        org: organizationKey,
        org_name: organizationName,
        user_display: userDisplay,
      }
    : {
        user: boundUser,
        scope: bindingScope,
        org_name: organizationName,
        id: bindingId,
        role: roleKey(scope),
        user_display: userDisplay,
      };

/** Who holds which role. Contract: docs/contract/identity.md, "Role bindings". */
export function roleBindingsResource(scope: RoleScope): ResourceDeclaration {
  return defineResource({
    path: `rbac/${scope === "org" ? "org" : "system"}-role-bindings`,
    app: "rbac",
    model: `${scope}rolebinding`,
    label: text.roleBinding,
    title: scope === "org" ? "Org Role Binding" : "System Role Binding",
    scope: "global",
    table: "role_bindings",
    fieldOrder: "declared",
    fields: bindingFields(scope),
    filters: {
      id: { ...exactUuid("t.id"), announced: false },
      user: exactUuid("t.user_id"),
      role: exactUuid("t.role_id"),
      scope: exactChoice("t.scope", ["system", "org"]),
      ...(scope === "org" ? { org: exactUuid("t.org_id") } : {}),
      user__name: contains(userName),
      user__username: contains(userUsername),
      role__name: contains(roleName),
    },
    search: [userName, userUsername, roleName],
    order: { by: ["scope"], default: ["scope"] },
    displayColumn: "user_display",
    where: ({ organization }) =>
      scope === "system"
        ? sql<boolean>`t.scope = 'system'`
        : organization.isRoot
          ? sql<boolean>`t.scope = 'org'`
          : sql<boolean>`t.org_id = ${organization.id}`,
    operations: ["list", "retrieve", "create", "delete", "bulk"],
    hooks: bindingHooks(scope),
  });
}
