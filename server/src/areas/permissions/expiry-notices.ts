import { sql } from "kysely";
import { consolePath } from "../../engine/http/index.ts";
import { literal, withParameters } from "../../engine/i18n/index.ts";
import { defineJob } from "../../engine/jobs/index.ts";
import type { Services } from "../../engine/services.ts";
import { assetsTable, nodeSubtreeAssetsTable } from "../assets/index.ts";
import { type NoticePart, notifyUsers } from "../notifications/index.ts";
import { organizationsTable } from "../organizations/index.ts";
import { roleBindingsTable, roleIds } from "../roles/index.ts";
import { userGroupMembersTable, usersTable } from "../users/index.ts";
import { text } from "./notice-texts.ts";

/** Days before the end of a permission in which people are notified of it, once a day. */
const daysBefore = 3;

/** Most names of one notice; how many there are beyond them is said. */
const mostNamed = 50;

/** Ends within the next days, whether it is in force or not, in any organization. */
const endsSoon = sql`p.date_expired >= now() and p.date_expired <= now() + make_interval(days => ${daysBefore})`;

/** Whole days that are left of a permission. */
const daysLeft = sql`floor(extract(epoch from p.date_expired - now()) / 86400)::int`;

interface UserEnding {
  readonly user_id: string;
  readonly days: number;
  readonly count: number;
  readonly names: string[];
}

/** The assets that people lose, by how soon. Those who are no members any more have nothing to lose. */
async function userEndings({ db }: Pick<Services, "db">): Promise<readonly UserEnding[]> {
  const { rows } = await sql<UserEnding>`
    with ending as materialized (
      select p.id, p.org_id, ${daysLeft} as days from asset_permissions p where ${endsSoon} and p.is_active
    ), holders as materialized (
      select e.id, e.org_id, e.days, u.user_id from ending e join asset_permission_users u on u.permission_id = e.id
      union
      select e.id, e.org_id, e.days, m.user_id from ending e
      join asset_permission_user_groups g on g.permission_id = e.id join ${userGroupMembersTable} m on m.usergroup_id = g.group_id
    ), members as materialized (
      select h.* from holders h where exists (
        select 1 from ${roleBindingsTable} b where b.user_id = h.user_id
          and (b.org_id = h.org_id or b.role_id = ${roleIds.systemAdmin}::uuid)
      )
    ), covered as materialized (
      select d.permission_id, d.asset_id from asset_permission_assets d where d.permission_id in (select id from members)
      union
      select n.permission_id, s.asset_id from asset_permission_nodes n join ${nodeSubtreeAssetsTable} s on s.node_id = n.node_id
      where n.permission_id in (select id from members)
    ), lost as materialized (
      select distinct m.user_id, m.days, c.asset_id from members m join covered c on c.permission_id = m.id
    )
    select user_id, days, count(*)::int as count,
      (array_agg(a.name || '(' || a.address || ')' order by a.name))[1:${mostNamed}::int] as names
    from lost l join ${assetsTable} a on a.id = l.asset_id group by user_id, days order by user_id, days
  `.execute(db);
  return rows;
}

interface OrganizationEnding {
  readonly org_id: string;
  readonly organization: string;
  readonly days: number;
  readonly permissions: readonly { readonly id: string; readonly name: string }[];
  readonly administrators: readonly string[];
}

/** The permissions that end, by organization and how soon, with who administers there; else the first administrator. */
async function organizationEndings({ db }: Pick<Services, "db">): Promise<readonly OrganizationEnding[]> {
  const { rows } = await sql<OrganizationEnding>`
    select p.org_id, o.name as organization, ${daysLeft} as days,
      jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name) order by p.name) as permissions,
      coalesce(
        (
          select array_agg(distinct b.user_id) from ${roleBindingsTable} b
          where b.org_id = p.org_id and b.role_id = ${roleIds.organizationAdmin}::uuid
        ),
        array(select u.id from ${usersTable} u where u.username = 'admin')
      ) as administrators
    from asset_permissions p join ${organizationsTable} o on o.id = p.org_id where ${endsSoon}
    group by p.org_id, o.name, days order by o.name, days
  `.execute(db);
  return rows;
}

const inDays = (days: number) => (days === 0 ? text.today : withParameters(text.days, { days }));

const more = (count: number): NoticePart[] =>
  count > mostNamed ? [{ text: withParameters(text.more, { count: count - mostNamed }) }] : [];

/**
 * Tells people of assets they are about to lose, and administrators of permissions about to end. All or nothing: a
 * day that is repeated after a failure notifies nobody twice. Contract: docs/contract/notifications.md, section 8.
 */
export const expiryNoticesJob = defineJob<null>({
  name: "permissions.expiry-notices",
  schedule: { cron: "0 10 * * *" },
  async run(services) {
    await services.db.transaction().execute(async (db) => {
      const sending = { ...services, db };
      for (const { user_id, days, count, names } of await userEndings(sending)) {
        await notifyUsers(sending, [user_id], {
          subject: text.assetsSubject,
          parts: [
            { text: text.assetsBody },
            {
              facts: [
                [text.remaining, inDays(days)],
                [text.assets, names.join("\n")],
              ],
            },
            ...more(count),
            { text: text.assetsHint },
          ],
        });
      }
      for (const { org_id, organization, days, permissions, administrators } of await organizationEndings(
        sending,
      )) {
        await notifyUsers(sending, administrators, {
          subject: text.permissionsSubject,
          parts: [
            { text: text.permissionsBody },
            {
              facts: [
                [text.organization, organization],
                [text.remaining, inDays(days)],
              ],
            },
            ...permissions.slice(0, mostNamed).map(
              ({ id, name }): NoticePart => ({
                link: {
                  label: literal(name),
                  path: consolePath(`/console/perms/asset-permissions/${id}?oid=${org_id}`),
                },
              }),
            ),
            ...more(permissions.length),
          ],
        });
      }
    });
  },
});
