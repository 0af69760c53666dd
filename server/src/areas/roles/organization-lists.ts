import { sql } from "kysely";
import { type CallerContext, createVersionedCache, type VersionedCache } from "../../engine/access/index.ts";
import { translate } from "../../engine/i18n/index.ts";
import type { Services } from "../../engine/services.ts";
import { organizationIds, organizationsTable, toOrganization } from "../organizations/index.ts";
import type { OrganizationLists, ProfileOrganization } from "../users/index.ts";
import { type RoleGrant, readRoleGrants } from "./role-directory.ts";
import { text } from "./texts.ts";

interface Row {
  readonly id: string;
  readonly name: string;
  readonly roles: readonly string[];
}

/** Organizations with the caller's roles in each; the default and the system one first, then by name. */
async function organizationsOf({ db, principal }: CallerContext): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select o.id, o.name, coalesce(array_agg(b.role_id) filter (where b.role_id is not null), '{}') as roles
    from ${organizationsTable} o left join role_bindings b on b.org_id = o.id and b.user_id = ${principal.id}
    group by o.id order by o.id not in (${organizationIds.default}::uuid, ${organizationIds.system}::uuid),
      case when o.id in (${organizationIds.default}::uuid, ${organizationIds.system}::uuid) then o.id::text end, o.name
  `.execute(db);
  return rows;
}

async function systemCodes({ db, principal }: CallerContext): Promise<Set<string>> {
  const { rows } = await sql<{ role_id: string }>`
    select role_id from role_bindings where user_id = ${principal.id} and org_id is null
  `.execute(db);
  const grants = await readRoleGrants(
    db,
    rows.map(({ role_id }) => role_id),
  );
  return new Set([...grants.values()].flatMap(({ codes }) => codes));
}

/** What the lists of a user follow from; every table in it moves the access version. */
interface Held {
  readonly all: readonly Row[];
  readonly own: ReadonlySet<string>;
  readonly grants: ReadonlyMap<string, RoleGrant>;
}

async function read(context: CallerContext): Promise<Held> {
  const [all, own] = await Promise.all([organizationsOf(context), systemCodes(context)]);
  const grants = await readRoleGrants(context.db, [...new Set(all.flatMap(({ roles }) => roles))]);
  return { all, own, grants };
}

/** By the database they are read from. */
const caches = new WeakMap<Services["db"], VersionedCache<Held>>();

function cacheOf({ db }: Pick<Services, "db">): VersionedCache<Held> {
  const known = caches.get(db) ?? createVersionedCache<Held>();
  caches.set(db, known);
  return known;
}

const present = ({ id, name }: { id: string; name: string }): ProfileOrganization => {
  const { isDefault, isRoot } = toOrganization({ id, name, comment: "" });
  return { id, name, is_default: isDefault, is_root: isRoot };
};

/**
 * Where the caller can use the console, the audit view and the workbench. Without a license only the default
 * organization is ever listed. Contract: docs/contract/identity.md, "Organizations of the profile".
 */
export async function organizationLists(context: CallerContext): Promise<OrganizationLists> {
  const { settings, organizations } = context.services;
  const { all, own, grants } = await cacheOf(context.services).get(
    context.principal.id,
    context.accessVersion,
    () => read(context),
  );
  const isLicensed = await settings.get<boolean>("XPACK_LICENSE_IS_VALID");
  const root = await organizations.name(organizationIds.root, context.accessVersion);

  function listed(
    code: string,
    rootCode: string,
    joinedOnly: boolean,
    rootName: string,
  ): ProfileOrganization[] {
    const here = all.filter(({ roles }) =>
      own.has(code)
        ? !joinedOnly || roles.length > 0
        : roles.some((id) => grants.get(id)?.codes.includes(code)),
    );
    if (!isLicensed) return here.filter(({ id }) => id === organizationIds.default).map(present);
    const shown = here.map(present);
    if (shown.length === 0 || !own.has(rootCode)) return shown;
    return [present({ id: organizationIds.root, name: rootName }), ...shown];
  }

  return {
    console_orgs: listed("rbac.view_console", "orgs.view_rootorg", false, root),
    audit_orgs: listed("rbac.view_audit", "orgs.view_rootorg", false, root),
    workbench_orgs: listed(
      "rbac.view_workbench",
      "orgs.view_alljoinedorg",
      true,
      translate(text.allOrganizations, context.language),
    ),
  };
}
