import { permissionByCode } from "@sallyport/contract/permissions";
import { sql } from "kysely";
import { type CallerContext, permission } from "../../engine/access/index.ts";
import { NotFound } from "../../engine/errors.ts";
import { caller, type RouteDeclaration } from "../../engine/http/index.ts";
import { translate } from "../../engine/i18n/index.ts";
import type { Json } from "../../engine/json.ts";
import { isUuid } from "../../engine/resource/index.ts";
import { organizationIds, organizationsTable } from "../organizations/index.ts";
import { usersTable } from "../users/index.ts";
import { permissionName } from "./permission-list.ts";
import { effectivePermissions } from "./permission-port.ts";
import { permissionTree } from "./permission-tree.ts";
import { readRoleGrants } from "./role-directory.ts";
import { roleDisplayName } from "./role-names.ts";
import type { RoleScope } from "./role-scope.ts";
import { text } from "./texts.ts";

interface Held {
  readonly role_id: string;
  readonly name: string;
  readonly scope: RoleScope;
  readonly org_id: string | null;
  readonly org_name: string | null;
}

/** What a person who may be seen here holds, in the organizations that may be seen from here. */
async function bindingsOf({ db, organization }: CallerContext, userId: string): Promise<readonly Held[]> {
  const { rows } = await sql<Held>`
    select b.role_id, r.name, r.scope, b.org_id, o.name as org_name
    from ${usersTable} u join role_bindings b on b.user_id = u.id join roles r on r.id = b.role_id
      left join ${organizationsTable} o on o.id = b.org_id
    where u.id = ${userId}::uuid and not u.is_service_account
      and ${organization.isRoot ? sql`true` : sql`(b.org_id is null or b.org_id = ${organization.id}::uuid)`}
    order by r.scope desc, r.builtin desc, r.name, o.name, o.id
  `.execute(db);
  // Somebody with no role in the organization is a stranger there.
  const isMember = organization.isRoot || rows.some(({ org_id }) => org_id !== null);
  if (rows.length === 0 || !isMember) throw new NotFound(text.user);
  return rows;
}

/** Where the person can be asked about: the current organization, or from the global view everywhere. */
function organizationsToAsk({ organization, language }: CallerContext, held: readonly Held[]) {
  if (!organization.isRoot) return [{ id: organization.id, name: organization.name }];
  const own = new Map(
    held.flatMap(({ org_id, org_name }) => (org_id === null ? [] : [[org_id, org_name ?? ""] as const])),
  );
  const named = [...own].map(([id, name]) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name));
  return [{ id: organizationIds.root, name: translate(text.globalView, language) }, ...named];
}

/**
 * What a user may do in an organization, and which roles give it. Contract: docs/contract/identity.md, "Permissions
 * of a user".
 */
export const effectivePermissionsRoute: RouteDeclaration = {
  methods: ["GET"],
  path: "/api/v1/sallyport/users/:id/effective-permissions/",
  access: permission("users.view_user", "rbac.view_systemrolebinding|rbac.view_orgrolebinding"),
  title: "Effective Permissions",
  handle: async (routeContext, { params }) => {
    const context = caller(routeContext);
    const { language } = context;
    const userId = params.id ?? "";
    if (!isUuid(userId)) throw new NotFound(text.user);
    const held = await bindingsOf(context, userId);
    const organizations = organizationsToAsk(context, held);
    const asked = context.query.get("organization") || context.organization.id;
    const organization = organizations.find(({ id }) => id === asked.toLowerCase());
    if (organization === undefined) throw new NotFound(text.scopeOrganization);
    const isRoot = organization.id === organizationIds.root;
    const counted = held.filter(({ org_id }) => org_id === null || (!isRoot && org_id === organization.id));
    const grants = await readRoleGrants(context.db, [...new Set(counted.map(({ role_id }) => role_id))]);
    const permissions = effectivePermissions(counted, grants, { id: organization.id, isRoot });
    const givers = [...grants].map(([id, { codes }]) => ({ id, codes: new Set(codes) }));
    const codes = new Set(permissions.list());
    return {
      body: {
        organization,
        organizations,
        is_superuser: permissions.isSuperuser,
        roles: counted.map(
          ({ role_id, name, scope }): Json => ({
            id: role_id,
            display_name: roleDisplayName(role_id, name, context),
            scope,
          }),
        ),
        permissions: [...codes].flatMap((code): Json[] => {
          const known = permissionByCode.get(code);
          if (known === undefined) return [];
          const roles = givers.filter((giver) => giver.codes.has(code)).map(({ id }) => id);
          return [{ id: known.id, code, name: permissionName(known, language), roles }];
        }),
        // What is effective is shown, also where it came with a license that has run out.
        tree: permissionTree(
          { scope: "system", held: codes, isFixed: true, isLicensed: true, isHeldOnly: true },
          context,
        ),
      },
    };
  },
};
