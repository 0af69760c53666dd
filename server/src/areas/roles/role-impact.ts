import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "../../engine/database/index.ts";
import type { Page } from "../../engine/resource/index.ts";
import { organizationsTable } from "../organizations/index.ts";
import { usersTable } from "../users/index.ts";
import { roleIds } from "./builtin-roles.ts";
import { everyCode, readRoleGrants } from "./role-directory.ts";
import type { CodeChange } from "./role-permissions-field.ts";
import type { RoleScope } from "./role-scope.ts";

/** The codes somebody gains and loses in one organization. */
export interface OrganizationChange {
  /** Null: everywhere but in the organizations that have an entry of their own. */
  readonly organization: { readonly id: string; readonly name: string } | null;
  readonly gained: readonly string[];
  readonly lost: readonly string[];
}

/** What a change of a role means for one user. */
export interface UserImpact {
  readonly user: { readonly id: string; readonly name: string; readonly username: string };
  readonly changes: readonly OrganizationChange[];
}

/** What a change of a role means for those who hold it. */
export interface RoleImpact {
  /** Users for whom anything changes, and how many of them gain or lose. */
  readonly count: number;
  readonly gaining: number;
  readonly losing: number;
  /** A page of them, by name. */
  readonly users: readonly UserImpact[];
}

/** A role whose codes are to change. */
export interface ChangingRole {
  readonly id: string;
  readonly scope: RoleScope;
}

interface Line extends OrganizationChange {
  readonly id: string;
  readonly name: string;
  readonly username: string;
}

/**
 * The other roles that give some of the codes: `covering (role_id, code)`. Administrators hold what their scope has.
 */
function covering(role: ChangingRole, codes: readonly string[]): RawBuilder<unknown> {
  const ofOrganizations = new Set(everyCode.org);
  const within = codes.filter((code) => ofOrganizations.has(code));
  return sql`
    select p.role_id, p.code from role_permissions p join roles r on r.id = p.role_id
    where p.code = any(${codes}::text[]) and p.role_id <> ${role.id}
      and (r.scope = 'system' or p.code = any(${within}::text[]))
    union select ${roleIds.systemAdmin}::uuid, unnest(${codes}::text[])
    union select ${roleIds.organizationAdmin}::uuid, unnest(${within}::text[])
  `;
}

/**
 * Who gains and who loses what when a role's codes change, beside what their other roles give them. Holders are
 * grouped by the roles that matter before any codes are compared, so the cost is that of reading the bindings once.
 *
 * @param organizationId the one organization whose bindings are looked at; null for all
 */
export async function roleImpact(
  db: Kysely<Database>,
  role: ChangingRole,
  { added, removed }: CodeChange,
  organizationId: string | null,
  page: Page,
): Promise<RoleImpact> {
  const codes = [...added, ...removed];
  const here =
    role.scope === "org" && organizationId !== null ? sql`h.org_id = ${organizationId}::uuid` : sql`true`;
  const { rows } = await sql<{ count: number; gaining: number; losing: number; lines: Line[] | null }>`
    with covering as materialized (${covering(role, codes)}),
    held as materialized (
      select h.user_id, h.org_id,
        coalesce(array_agg(distinct o.role_id) filter (where o.role_id is not null), '{}') as others
      from role_bindings h join ${usersTable} u on u.id = h.user_id and not u.is_service_account
      left join role_bindings o on o.user_id = h.user_id and (o.org_id is null or o.org_id = h.org_id)
        and o.role_id in (select role_id from covering)
      where h.role_id = ${role.id} and ${here}
      group by h.user_id, h.org_id
    ),
    difference as materialized (
      select others, ${uncovered(added)} as gained, ${uncovered(removed)} as lost
      from (select distinct others from held) as met
    ),
    affected as materialized (
      select user_id, org_id, gained, lost from held join difference using (others)
      where cardinality(gained) + cardinality(lost) > 0
    ),
    page as (
      select distinct u.name, u.id, u.username from affected a join ${usersTable} u on u.id = a.user_id
      order by u.name, u.id limit ${page.limit} offset ${page.offset}
    )
    select count(distinct user_id) as count,
      count(distinct user_id) filter (where cardinality(gained) > 0) as gaining,
      count(distinct user_id) filter (where cardinality(lost) > 0) as losing,
      (
        select jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'username', p.username,
          'organization', case when o.id is null then null else jsonb_build_object('id', o.id, 'name', o.name) end,
          'gained', a.gained, 'lost', a.lost) order by p.name, p.id, o.name, o.id)
        from page p join affected a on a.user_id = p.id left join ${organizationsTable} o on o.id = a.org_id
      ) as lines
    from affected
  `.execute(db);
  const [found] = rows;
  const lines = found?.lines ?? [];
  const users = new Map<string, { user: UserImpact["user"]; changes: OrganizationChange[] }>();
  for (const { id, name, username, organization, gained, lost } of lines) {
    const entry = users.get(id) ?? { user: { id, name, username }, changes: [] };
    entry.changes.push({ organization, gained, lost });
    users.set(id, entry);
  }
  const impacts = [...users.values()];
  return {
    count: Number(found?.count ?? 0),
    gaining: Number(found?.gaining ?? 0),
    losing: Number(found?.losing ?? 0),
    users: role.scope === "org" ? impacts : await withOrganizations(db, impacts, organizationId),
  };
}

/** Those of the codes that none of the roles `met.others` gives. */
const uncovered = (codes: readonly string[]): RawBuilder<unknown> => sql`array(
  select c.code from unnest(${codes}::text[]) with ordinality as c (code, position)
  where not exists (select 1 from covering v where v.role_id = any(met.others) and v.code = c.code)
  order by c.position)`;

/** A role of the system changes less for users in the organizations where roles of theirs give the codes as well. */
async function withOrganizations(
  db: Kysely<Database>,
  impacts: readonly UserImpact[],
  organizationId: string | null,
): Promise<readonly UserImpact[]> {
  if (impacts.length === 0) return impacts;
  const { rows } = await sql<{ user_id: string; id: string; name: string; roles: string[] }>`
    select b.user_id, o.id, o.name, array_agg(b.role_id) as roles
    from role_bindings b join ${organizationsTable} o on o.id = b.org_id
    where b.user_id = any(${impacts.map(({ user }) => user.id)}::uuid[])
      and ${organizationId === null ? sql`true` : sql`b.org_id = ${organizationId}::uuid`}
    group by b.user_id, o.id, o.name order by o.name, o.id
  `.execute(db);
  const grants = await readRoleGrants(db, [...new Set(rows.flatMap(({ roles }) => roles))]);
  return impacts.map(({ user, changes }) => {
    const [everywhere] = changes;
    if (everywhere === undefined) return { user, changes };
    const { gained, lost } = everywhere;
    const inOrganizations = rows
      .filter((row) => row.user_id === user.id)
      .flatMap(({ id, name, roles }): OrganizationChange[] => {
        const given = new Set(roles.flatMap((role) => grants.get(role)?.codes ?? []));
        const change = {
          organization: { id, name },
          gained: gained.filter((code) => !given.has(code)),
          lost: lost.filter((code) => !given.has(code)),
        };
        const isSame = change.gained.length === gained.length && change.lost.length === lost.length;
        return isSame ? [] : [change];
      });
    return { user, changes: [everywhere, ...inOrganizations] };
  });
}
