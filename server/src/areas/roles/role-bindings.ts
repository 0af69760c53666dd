import { type RawBuilder, sql } from "kysely";
import type { CallerContext, RequestContext } from "../../engine/access/index.ts";
import { BadRequest, FieldError, PermissionDenied, ValidationError } from "../../engine/errors.ts";
import { text as shared, translate, withParameters } from "../../engine/i18n/index.ts";
import {
  computed,
  contains,
  defineResource,
  exactChoice,
  exactUuid,
  type Field,
  type Hooks,
  type ResourceDeclaration,
  type Row,
  type RowOf,
  readKey,
  relation,
  uuid,
  type WriteEvent,
} from "../../engine/resource/index.ts";
import { organizationsTable } from "../organizations/index.ts";
import { usersTable } from "../users/index.ts";
import { requireAdministrator } from "./administrators.ts";
import { roleIds } from "./builtin-roles.ts";
import { refuseRoles } from "./escalation.ts";
import type { RoleScope } from "./role-scope.ts";
import { text } from "./texts.ts";

const userName = "(select u.name from users u where u.id = t.user_id)";
const userUsername = "(select u.username from users u where u.id = t.user_id)";
const roleName = "(select x.name from roles x where x.id = t.role_id)";

/** A role, written and read as its key; must be of the scope (null: either), and within the caller's own rights. */
function roleKey(scope: RoleScope | null): Field<string, string, "role_id"> {
  return {
    type: "field",
    options: { label: text.role, required: true, column: "role_id" },
    parse: async (input, { context }) => {
      const id = readKey(input, "uuid");
      const found = await roleScope(context, id);
      if (found === null || (scope !== null && found !== scope))
        throw new FieldError([withParameters(shared.objectMissing, { pk: id })]);
      const refusal = await refuseRoles(context, [id]);
      if (refusal !== null) throw new FieldError([refusal]);
      return id;
    },
  };
}

async function roleScope({ db }: CallerContext, id: string): Promise<RoleScope | null> {
  const row = await db.selectFrom("roles").select("scope").where("id", "=", id).executeTakeFirst();
  return row?.scope ?? null;
}

function requireOrganization({ organization }: CallerContext): string {
  if (organization.isRoot) throw new BadRequest("error", text.organizationNeeded);
  return organization.id;
}

/** What bindings of either scope are written by. */
type BindingFields = { readonly user: typeof boundUser; readonly role: ReturnType<typeof roleKey> };

type Event = WriteEvent<BindingFields>;

/** Bindings of a user that count for "the last one": of the system, or of one organization. */
async function siblings({ db }: CallerContext, row: RowOf<BindingFields>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select 1 from role_bindings
      where user_id = ${row.user_id} and org_id is not distinct from ${row.org_id}::uuid
      order by id for update
    ) as held
  `.execute(db);
  return Number(rows[0]?.count ?? 0);
}

async function isSuperuser({ db }: CallerContext, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from role_bindings where user_id = ${userId} and role_id = ${roleIds.systemAdmin}::uuid
  `.execute(db);
  return rows.length > 0;
}

/** Nobody takes from others what they could not give them. */
async function refuseUnbinding(context: CallerContext, row: RowOf<BindingFields>): Promise<void> {
  const userId = row.user_id;
  if (context.permissions.isSuperuser || userId === context.principal.id) return;
  if (await isSuperuser(context, userId)) throw new PermissionDenied(text.administratorOnly);
  const refusal = await refuseRoles(context, [row.role_id]);
  if (refusal !== null) throw new PermissionDenied(refusal);
}

/** The user and role a binding joins once it is written. */
const endsOf = ({ values, before }: Event): { readonly user: string; readonly role: string } => ({
  user: String(values.user ?? before?.user_id),
  role: String(values.role ?? before?.role_id),
});

/** Where a binding stands: the scope of its role, and the current organization for a new one of organizations. */
async function scopeOfBinding(event: Event): Promise<{ scope: RoleScope; org_id: string | null }> {
  const { context, before } = event;
  const scope = (await roleScope(context, endsOf(event).role)) ?? "system";
  if (before === null) return { scope, org_id: scope === "org" ? requireOrganization(context) : null };
  return { scope, org_id: before.org_id === null ? null : String(before.org_id) };
}

async function sameBinding(event: Event): Promise<Row | null> {
  const { user, role } = endsOf(event);
  const { org_id } = await scopeOfBinding(event);
  const { rows } = await sql<Row>`
    select * from role_bindings
    where user_id = ${user}::uuid and role_id = ${role}::uuid
      and org_id is not distinct from ${org_id}::uuid and id is distinct from ${event.before?.id ?? null}::uuid
  `.execute(event.context.db);
  return rows[0] ?? null;
}

/** Contract: an array leaves those who hold a role of organizations already as they are. */
const passesOver = async (event: Event): Promise<boolean> =>
  event.isOneOfMany && (await scopeOfBinding(event)).scope === "org";

/** The last role somebody has stays theirs. */
async function requireAnother(context: CallerContext, row: RowOf<BindingFields>): Promise<void> {
  if ((await siblings(context, row)) > 1) return;
  if (row.org_id === null) throw new BadRequest("system_role_delete_error", text.lastSystemRole);
  const error = translate(text.lastOrganizationRole, context.language);
  throw new BadRequest("error", text.lastOrganizationRole, { error });
}

/** A binding that is changed is one taken away and another one given, within the same scope. */
async function refuseRebinding(event: Event, before: RowOf<BindingFields>): Promise<void> {
  const { context } = event;
  const { user, role } = endsOf(event);
  const isOther = user !== String(before.user_id);
  if (!isOther && role === String(before.role_id)) return;
  await refuseUnbinding(context, before);
  const refusal = await refuseRoles(context, [role]);
  if (refusal !== null) throw new ValidationError({ role: [refusal] });
  if ((await scopeOfBinding(event)).scope !== before.scope)
    throw new ValidationError({ role: [text.otherScope] });
  if (isOther) await requireAnother(context, before);
}

const bindingHooks: Hooks<BindingFields> = {
  async validate(event) {
    if (event.before !== null) await refuseRebinding(event, event.before);
    else if (await passesOver(event)) return;
    if ((await sameBinding(event)) !== null) throw new ValidationError({ role: [text.alreadyBound] });
  },
  findExisting: (events) =>
    Promise.all(
      events.map(async (event) => {
        const row = (await passesOver(event)) ? await sameBinding(event) : null;
        return row === null ? null : { row, change: false };
      }),
    ),
  columns: scopeOfBinding,
  async afterWrite({ context, before }) {
    if (before !== null) await requireAdministrator(context.db);
  },
  async beforeDelete(context, row) {
    await refuseUnbinding(context, row);
    await requireAnother(context, row);
  },
  afterDelete: ({ db }) => requireAdministrator(db),
};

const bindingId = uuid({ label: shared.id });

const boundUser = relation({
  label: text.user,
  column: "user_id",
  required: true,
  target: {
    table: usersTable.name,
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
  select: () => sql`(select o.name from ${organizationsTable} o where o.id = t.org_id)`,
  present: (row) => (row.org_name === null ? "" : String(row.org_name)),
});

const userDisplay = computed({
  label: text.userDisplay,
  type: "string",
  select: () => sql`(select u.name || '(' || u.username || ')' from ${usersTable} u where u.id = t.user_id)`,
  present: (row) => String(row.user_display),
});

/** The fields in the order the contract has for each scope. */
const bindingFields = (scope: RoleScope | null): Readonly<Record<string, Field>> =>
  scope !== "system"
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

/** What is particular to the bindings of a scope; null: of both. */
const kinds = {
  system: { path: "system-role-bindings", model: "systemrolebinding", title: "System Role Binding" },
  org: { path: "org-role-bindings", model: "orgrolebinding", title: "Org Role Binding" },
  both: { path: "role-bindings", model: "rolebinding", title: "Role Binding" },
} as const;

const inReach = (scope: RoleScope | null, { organization }: RequestContext): RawBuilder<boolean> => {
  const ofSystem = sql<boolean>`t.scope = 'system'`;
  if (scope === "system") return ofSystem;
  const here = organization.isRoot
    ? sql<boolean>`t.scope = 'org'`
    : sql<boolean>`t.org_id = ${organization.id}`;
  return scope === "org" ? here : sql<boolean>`(${ofSystem} or ${here})`;
};

/** Who holds which role. Contract: docs/contract/identity.md, "Role bindings". */
export function roleBindingsResource(scope: RoleScope | null): ResourceDeclaration {
  const { path, model, title } = kinds[scope ?? "both"];
  return defineResource({
    path: `rbac/${path}`,
    app: "rbac",
    model,
    label: text.roleBinding,
    title,
    scope: "global",
    table: "role_bindings",
    fieldOrder: "declared",
    fields: bindingFields(scope),
    filters: {
      id: { ...exactUuid("t.id"), announced: false },
      user: exactUuid("t.user_id"),
      role: exactUuid("t.role_id"),
      scope: exactChoice("t.scope", ["system", "org"]),
      ...(scope === "system" ? {} : { org: exactUuid("t.org_id") }),
      user__name: contains(userName),
      user__username: contains(userUsername),
      role__name: contains(roleName),
    },
    search: [userName, userUsername, roleName],
    order: { by: ["scope"], default: ["scope"] },
    displayColumn: "user_display",
    where: (context) => inReach(scope, context),
    operations: ["list", "retrieve", "create", "update", "delete", "bulk"],
    hooks: bindingHooks,
  });
}
