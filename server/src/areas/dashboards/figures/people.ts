import { type RawBuilder, sql } from "kysely";
import { userRoles } from "../../roles/index.ts";
import { usersTable } from "../../users/index.ts";
import { type Measure, measures } from "../activity/measures.ts";
import { bySubject, countSince, wholeDaysBySubject } from "../activity/read-activity.ts";
import { totalsOfMembers } from "../activity/read-members.ts";
import { connectedIds } from "./active-lists.ts";
import type { Figure, FigureScope } from "./figure.ts";

/** What is told apart by user name, and belongs to no organization: an organization has what its members did. */
const ofMembers = {
  logins: measures.logins,
  failed_logins: measures.failedLogins,
  password_changes: measures.passwordChanges,
} satisfies Readonly<Record<string, Measure>>;

/** People by what a figure asks of them, and what they did. */
type People = Readonly<Record<"all" | "recent" | "signed_in" | "online" | keyof typeof ofMembers, string>>;

const counted = new WeakMap<FigureScope, Promise<People>>();

/** Users of the organization; in the root one all of them. A component is no person, but it may sign in. */
function membersOf({ organization }: FigureScope): RawBuilder<unknown> {
  const kind = (isComponent: boolean) => sql`
    select u.id, u.username, u.date_joined, ${sql.lit(!isComponent)} as is_person from ${usersTable} u
    where ${isComponent ? sql`u.is_service_account` : sql`not u.is_service_account`}
      and ${organization.isRoot ? sql`true` : userRoles.isMember("u.id", organization.id)}
  `;
  return sql`${kind(false)} union all ${kind(true)}`;
}

/**
 * What was done by whom since then: rows with `name` (of `ofMembers`), `subject` and `total`; those that are not `extra`
 * count beside what is kept of an organization.
 */
function deedsOf(scope: FigureScope): RawBuilder<unknown> {
  const { everywhere, organization } = scope;
  const signIns = (from: RawBuilder<unknown>) =>
    sql`select 'logins' as name, d.subject, d.total, true as extra from (${from}) d`;
  // What happened to all is counted without asking whose it is.
  if (organization.isRoot) return signIns(bySubject(everywhere, measures.logins));
  const parts = Object.entries(ofMembers).flatMap(([name, measure]) => {
    const { kept, others } = totalsOfMembers(scope, measure);
    const counted = sql`select ${name}::text as name, d.subject, d.total, false as extra from (${others}) d`;
    const isKeptWithoutNames = measure === measures.logins && kept !== null;
    return isKeptWithoutNames ? [counted, signIns(wholeDaysBySubject(everywhere, measure))] : [counted];
  });
  return sql.join(parts, sql` union all `);
}

/** Counts in one go: who belongs to a large organization takes longer to find out than all else. */
async function countPeople(scope: FigureScope): Promise<People> {
  const sums = Object.entries(ofMembers).map(([name, measure]) => {
    const { kept } = totalsOfMembers(scope, measure);
    const whole = kept === null ? sql`0` : sql`(select coalesce(sum(total), 0) from (${kept}) k)`;
    return sql`coalesce(sum(d.total_of_${sql.raw(name)}), 0) + ${whole} as ${sql.ref(name)}`;
  });
  const totals = Object.keys(ofMembers).map(
    (name) => sql`sum(total) filter (where name = ${name} and not extra) as total_of_${sql.raw(name)}`,
  );
  const { rows } = await sql<People>`
    select count(*) filter (where m.is_person) as "all",
      count(*) filter (where m.is_person and m.date_joined >= ${scope.monday}) as recent,
      count(*) filter (where m.is_person and d.sign_ins > 0) as signed_in,
      count(*) filter (where m.is_person and m.id in (${connectedIds(scope.organization)})) as online,
      ${sql.join(sums)}
    from (${membersOf(scope)}) m left join (
      select subject, sum(total) filter (where name = 'logins') as sign_ins, ${sql.join(totals)}
      from (${deedsOf(scope)}) d group by 1
    ) d on d.subject = m.username
  `.execute(scope.db);
  const [row] = rows;
  if (row === undefined) throw new Error("the database counted nothing");
  return row;
}

/** One of the counts of people, which the figures of a request share. */
export const people =
  (name: keyof People): Figure =>
  async (scope) => {
    const counting = counted.get(scope) ?? countPeople(scope);
    counted.set(scope, counting);
    return Number((await counting)[name]);
  };

/** How often something happened to people of the organization. */
export const happened =
  (name: keyof typeof ofMembers): Figure =>
  (scope) =>
    scope.organization.isRoot ? countSince(scope, ofMembers[name]) : people(name)(scope);
