import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import { organizationIds } from "../../organizations/index.ts";
import { roleBindingsTable } from "../../roles/index.ts";
import { usersTable } from "../../users/index.ts";
import { measures } from "./measures.ts";

/** What is told apart by user name and belongs to no organization: an organization has what its members did. */
const ofMembers = [measures.logins, measures.failedLogins, measures.passwordChanges].map(({ name }) => name);
const isOfMembers = sql<boolean>`r.measure = any(${ofMembers}::text[]) and r.org_id = ${sql.lit(organizationIds.root)}::uuid`;

/** Each organization with the user names of its members, as `signInsOf` has them. */
const members = sql`(select distinct b.org_id, u.username from ${usersTable} u
  join ${roleBindingsTable} b on b.user_id = u.id where b.org_id is not null)`;

/** How many days are kept, today included: a month, which start pages show day by day. */
const keptDays = 30;

/** The first day that is kept. */
export const firstKept = sql<Date | null>`(select members_from from activity_state)`;

/** The days of organizations that are in `sums` (`measure`, `org_id`, `bucket`, `subject`, `total`). */
const daysOf = (sums: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select r.measure, m.org_id, r.bucket, sum(r.total) as total from ${sums} r join ${members} m on m.username = r.subject
  where ${isOfMembers} and r.bucket >= ${firstKept} group by 1, 2, 3
`;

/** Part of the statement that adds `sums` to the totals: adds them to the days of the organizations. */
export const addToMemberDays = (sums: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into activity_member_days as d (measure, org_id, bucket, total) ${daysOf(sums)}
  on conflict (measure, org_id, bucket) do update set total = d.total + excluded.total
`;

/** Counts the days of organizations anew whose members changed; of all of them once another day is the first that is kept. */
export async function refreshMemberDays(transaction: Kysely<Database>, timeZone: string): Promise<void> {
  const first = sql<Date>`(date_trunc('day', now() at time zone ${timeZone}) - ${keptDays - 1}::integer * interval '1 day')
    at time zone ${timeZone}`;
  const { numAffectedRows: moved = 0n } = await sql`
    update activity_state set members_from = ${first} where members_from is distinct from ${first}
  `.execute(transaction);
  const { rows } = await sql<{ org_id: string }>`
    with noted as (delete from activity_member_changes returning org_id) select distinct org_id from noted
  `.execute(transaction);
  const changed = rows.map(({ org_id: id }) => id);
  if (moved === 0n && changed.length === 0) return;
  const concerns = moved > 0n ? sql<boolean>`true` : sql<boolean>`d.org_id = any(${changed}::uuid[])`;
  await sql`delete from activity_member_days d where ${concerns}`.execute(transaction);
  await sql`
    insert into activity_member_days (measure, org_id, bucket, total)
    select * from (${daysOf(sql`activity_totals`)}) d where ${concerns}
  `.execute(transaction);
}
