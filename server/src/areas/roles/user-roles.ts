import { type RawBuilder, sql } from "kysely";
import type { CallerContext, RequestContext } from "../../engine/access/index.ts";
import { recordOperation } from "../../engine/audit/index.ts";
import { FieldError, ValidationError } from "../../engine/errors.ts";
import type { Message } from "../../engine/i18n/index.ts";
import type { Json } from "../../engine/json.ts";
import {
  type Field,
  type Filter,
  isUuid,
  loadAttributes,
  nothing,
  type ParseContext,
  relations,
} from "../../engine/resource/index.ts";
import { organizationIds } from "../organizations/index.ts";
import { type UserRoles, usersTable } from "../users/index.ts";
import { isAdministrator, requireAdministrator } from "./administrators.ts";
import { requireAuthority } from "./authority.ts";
import { roleIds } from "./builtin-roles.ts";
import { refuseRoles } from "./escalation.ts";
import { giveInitialRoles } from "./give-role.ts";
import { organizationLists } from "./organization-lists.ts";
import { builtinRolesNamed, roleTarget } from "./role-names.ts";
import type { RoleScope } from "./role-scope.ts";
import { text } from "./texts.ts";

type Condition = RawBuilder<boolean>;

/** Bindings (aliased `alias`) of a scope; those of organizations only in the current one, all in the root one. */
function bindingsHere(alias: string, scope: RoleScope, { organization }: RequestContext): Condition {
  const table = sql.raw(alias);
  if (scope === "system") return sql<boolean>`${table}.scope = 'system'`;
  if (organization.isRoot) return sql<boolean>`${table}.scope = 'org'`;
  return sql<boolean>`${table}.org_id = ${organization.id}`;
}

/** Bindings `b` in the system (null) or in one organization. */
const boundIn = (organizationId: string | null): Condition =>
  organizationId === null ? sql<boolean>`b.scope = 'system'` : sql<boolean>`b.org_id = ${organizationId}`;

async function currentRoles(at: ParseContext, scope: RoleScope): Promise<string[]> {
  if (at.before === null) return [];
  const { rows } = await sql<{ role_id: string }>`
    select distinct b.role_id from role_bindings b
    where b.user_id = ${at.before.id} and ${bindingsHere("b", scope, at.context)}
  `.execute(at.context.db);
  return rows.map(({ role_id }) => role_id);
}

/** In the global view a role held in several organizations is shown once. */
const firstOfRole = ({ organization }: RequestContext): Condition =>
  organization.isRoot
    ? sql<boolean>`not exists (select 1 from role_bindings d
        where d.user_id = l.user_id and d.role_id = l.role_id and d.id < l.id)`
    : sql<boolean>`true`;

/** The roles of one scope as a field of the user. Contract: docs/contract/identity.md, "Roles of a user". */
function rolesField(scope: RoleScope, label: Message, model: string): Field {
  const field = relations({
    label,
    target: roleTarget(scope, () => sql<boolean>`r.scope = ${scope}`),
    link: { table: "role_bindings", own: "user_id", other: "role_id" },
    linkWhere: (context) => sql<boolean>`${bindingsHere("l", scope, context)} and ${firstOfRole(context)}`,
    linkColumns: ({ organization }) => (scope === "system" ? { scope } : { scope, org_id: organization.id }),
    orderBy: "r.builtin desc, r.name",
    when: ({ permissions }) => permissions.has(`rbac.view_${model}`) || permissions.has(`rbac.add_${model}`),
  });
  return {
    ...field,
    parse: async (input, at) => {
      const { context } = at;
      if (scope === "org" && context.organization.isRoot) return [];
      if (!context.permissions.has(`rbac.add_${model}`)) return currentRoles(at, scope);
      const wanted = (await field.parse?.(input, at)) as string[];
      const held = await currentRoles(at, scope);
      const refusal = await refuseRoles(
        context,
        wanted.filter((id) => !held.includes(id)),
      );
      if (refusal !== null) throw new FieldError([refusal]);
      return wanted;
    },
    link: async (context, id, value, at) => {
      // Contract: roles of organizations are not touched in the global view.
      if (scope === "org" && context.organization.isRoot) return;
      await field.link?.(context, id, value, at);
    },
  };
}

function roleFilter(scope: RoleScope): Filter {
  return {
    condition: (value, context) => {
      if (value === "") return null;
      const ids = isUuid(value) ? [value] : builtinRolesNamed(value, true);
      return sql<boolean>`exists (
        select 1 from role_bindings b join roles x on x.id = b.role_id
        where b.user_id = t.id and ${bindingsHere("b", scope, context)}
          and (b.role_id = any(${ids}::uuid[]) or x.name = ${value.replaceAll("\0", "")}))`;
    },
  };
}

const holds = (userId: string, roleId: string, organizationId?: string): Condition => {
  const where = organizationId === undefined ? sql`` : sql`and b.org_id = ${organizationId}`;
  return sql<boolean>`exists (select 1 from role_bindings b
    where b.user_id = ${sql.raw(userId)} and b.role_id = ${roleId}::uuid ${where})`;
};

/** Writes down that users came into the current organization, with other roles maybe, or left it. */
async function recordMembership(
  context: CallerContext,
  action: "create" | "delete",
  userIds: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name || '(' || username || ')' as name from ${usersTable} where id = any(${[...userIds]}::uuid[])
  `.execute(context.db);
  for (const user of rows) await recordOperation(context, { ...user, action, type: text.roleBinding });
}

/** What users know of roles; handed to the users area by `main`. */
export const userRoles: UserRoles = {
  fields: {
    system_roles: rolesField("system", text.systemRoles, "systemrolebinding"),
    org_roles: rolesField("org", text.organizationRoles, "orgrolebinding"),
  },
  filters: { system_roles: roleFilter("system"), org_roles: roleFilter("org") },

  isMember: (userId, organizationId) =>
    sql<boolean>`exists (select 1 from role_bindings b
      where b.user_id = ${sql.raw(userId)} and b.org_id = ${organizationId})`,
  belongsNowhere: (userId) =>
    sql<boolean>`not exists (select 1 from role_bindings b
      where b.user_id = ${sql.raw(userId)} and b.org_id is not null)`,
  isSuperuser: (userId) => holds(userId, roleIds.systemAdmin),
  isOrganizationAdmin: (userId, { organization }) =>
    sql<boolean>`(${holds(userId, roleIds.systemAdmin)} or ${
      organization.isRoot ? nothing : holds(userId, roleIds.organizationAdmin, organization.id)
    })`,
  holdsOneOf: (userId, ids, organizationId) =>
    sql<boolean>`${sql.raw(userId)} in (select b.user_id from role_bindings b
      where b.role_id = any(${[...ids]}::uuid[]) and ${boundIn(organizationId)})`,
  heldRoles: (userId, organizationId) =>
    sql<string[]>`array(select b.role_id from role_bindings b
      where b.user_id = ${sql.raw(userId)} and ${boundIn(organizationId)})`,

  async assignInitial({ db, organization }, userId) {
    // A user made in the global view still needs a place to be.
    const organizationId = organization.isRoot ? organizationIds.default : organization.id;
    await giveInitialRoles(db, [userId], organizationId);
  },

  async replaceOrganizationRoles(context, userId, input) {
    const { db, organization } = context;
    const field = userRoles.fields.org_roles;
    const at: ParseContext = { context, mode: "create", before: null, input: {} };
    const target = roleTarget("org", () => sql<boolean>`r.scope = 'org'`);
    const plain = relations({
      label: text.organizationRoles,
      target,
      link: { table: "role_bindings", own: "user_id", other: "role_id" },
    });
    let ids: string[];
    try {
      const given = input === undefined || input === null ? [roleIds.organizationUser] : input;
      ids = (await plain.parse?.(given, at)) as string[];
    } catch (error) {
      if (error instanceof FieldError) throw new ValidationError({ org_roles: error.errors });
      throw error;
    }
    const { rows } = await sql<{ role_id: string }>`
      select role_id from role_bindings where user_id = ${userId} and org_id = ${organization.id}
    `.execute(db);
    // Their present roles here are replaced, so they must not go beyond the caller's either.
    await requireAuthority(context, userId, { code: "users.invite_user", reach: "membership" });
    const refusal = await refuseRoles(
      context,
      ids.filter((id) => !rows.some(({ role_id }) => role_id === id)),
    );
    if (refusal !== null) throw new ValidationError({ org_roles: [refusal] });
    await field.link?.(context, userId, ids.length === 0 ? [roleIds.organizationUser] : ids, at);
    await recordMembership(context, "create", [userId]);
    const attributes = await loadAttributes(target, ids, context);
    return ids.map((id): Json => {
      const found = attributes.get(id) ?? {};
      return target.translate?.(found, context) ?? found;
    });
  },

  async leaveOrganization(context, userIds) {
    const { rows } = await sql<{ user_id: string }>`
      delete from role_bindings
      where org_id = ${context.organization.id} and user_id = any(${[...userIds]}::uuid[])
      returning user_id
    `.execute(context.db);
    await recordMembership(context, "delete", [...new Set(rows.map(({ user_id }) => user_id))]);
  },

  async makeComponent(db, userId) {
    await sql`
      insert into role_bindings (user_id, role_id, scope, org_id)
      values (${userId}, ${roleIds.systemComponent}, 'system', null)
    `.execute(db);
  },

  async makeAdministrator(db, userId) {
    await sql`
      insert into role_bindings (user_id, role_id, scope, org_id) values
        (${userId}, ${roleIds.systemAdmin}, 'system', null),
        (${userId}, ${roleIds.organizationAdmin}, 'org', ${organizationIds.default})
      on conflict do nothing
    `.execute(db);
  },

  requireAuthority,
  isAdministrator,
  requireAdministrator,
  organizationLists,
};
