import { type RawBuilder, sql } from "kysely";
import { userRoles } from "../../roles/index.ts";
import { usersTable } from "../../users/index.ts";
import { type Measure, measures } from "../activity/measures.ts";
import { bySubject, countSince } from "../activity/read-activity.ts";
import { totalsOfMembers } from "../activity/read-members.ts";
import { connectedIds, subjectsSince } from "./active-lists.ts";
import type { Figure, FigureScope } from "./figure.ts";

/** What is told apart by user name, and belongs to no organization: an organization has what its members did. */
const ofMembers = {
  logins: measures.logins,
  failed_logins: measures.failedLogins,
  password_changes: measures.passwordChanges,
} satisfies Readonly<Record<string, Measure>>;

/** People by what a figure asks of them. */
type People = Readonly<Record<"all" | "recent" | "signed_in" | "online", string>>;

/** People of an organization, and what they did. */
type Members = People & Readonly<Record<keyof typeof ofMembers, string>>;

/** Counts once for all figures of a request. */
function sharedBy<Counts>(count: (scope: FigureScope) => Promise<Counts>) {
  const counted = new WeakMap<FigureScope, Promise<Counts>>();
  return (scope: FigureScope): Promise<Counts> => {
    const counting = counted.get(scope) ?? count(scope);
    counted.set(scope, counting);
    return counting;
  };
}

/** All people. Whose members they are need not be found out. */
const everybody = sharedBy(async (scope: FigureScope): Promise<People> => {
  const { rows } = await sql<People>`
    select count(*) as "all",
      count(*) filter (where u.date_joined >= ${scope.monday}) as recent,
      count(*) filter (where u.username in (${subjectsSince(scope.everywhere, measures.logins)})) as signed_in,
      count(*) filter (where u.id in (${connectedIds(scope.organization)})) as online
    from ${usersTable} u where not u.is_service_account
  `.execute(scope.db);
  return theOnly(rows);
});

function theOnly<Counts>([row]: readonly Counts[]): Counts {
  if (row === undefined) throw new Error("the database counted nothing");
  return row;
}

/** Users of the organization. A component is no person, but it may sign in. */
function membersOf({ organization }: FigureScope): RawBuilder<unknown> {
  const kind = (isComponent: boolean) => sql`
    select u.id, u.username, u.date_joined, ${sql.lit(!isComponent)} as is_person from ${usersTable} u
    where ${isComponent ? sql`u.is_service_account` : sql`not u.is_service_account`}
      and ${userRoles.isMember("u.id", organization.id)}
  `;
  return sql`${kind(false)} union all ${kind(true)}`;
}

/** Where the people are counted from, by what they did. */
interface Activity {
  /** What was done by whom since then: rows with `name`, `subject` and `total`. */
  readonly rows: RawBuilder<unknown>;
  /** The name of rows that hold all sign-ins. */
  readonly signIns: string;
  /** How often each of `ofMembers` happened to members, beside the rows of its name. */
  readonly kept: Readonly<Record<string, RawBuilder<unknown>>>;
}

function activityOf(scope: FigureScope): Activity {
  const called = (name: string, from: RawBuilder<unknown>) =>
    sql`select ${name}::text as name, d.subject, d.total from (${from}) d`;
  const all = called("sign_ins", bySubject(scope.everywhere, measures.logins));
  const parts = Object.entries(ofMembers).map(([name, measure]) => ({
    name,
    ...totalsOfMembers(scope, measure),
  }));
  const kept = Object.fromEntries(
    parts.flatMap(({ name, kept: days }) => (days === null ? [] : [[name, days]])),
  );
  const others = parts.map(({ name, others: from }) => called(name, from));
  const isWhole = kept.logins === undefined;
  return {
    rows: sql.join(isWhole ? others : [...others, all], sql` union all `),
    signIns: isWhole ? "logins" : "sign_ins",
    kept,
  };
}

/** Counts in one go: who belongs to a large organization takes longer to find out than all else. */
const members = sharedBy(async (scope: FigureScope): Promise<Members> => {
  const { rows: activity, signIns, kept } = activityOf(scope);
  const names = Object.keys(ofMembers);
  const totals = names.map((name) => sql`sum(total) filter (where name = ${name}) as ${sql.ref(name)}`);
  const sums = names.map((name) => {
    const days = kept[name];
    const whole = days === undefined ? sql`0` : sql`(select coalesce(sum(total), 0) from (${days}) k)`;
    return sql`coalesce(sum(d.${sql.ref(name)}), 0) + ${whole} as ${sql.ref(name)}`;
  });
  const { rows } = await sql<Members>`
    select count(*) filter (where m.is_person) as "all",
      count(*) filter (where m.is_person and m.date_joined >= ${scope.monday}) as recent,
      count(*) filter (where m.is_person and d.everything > 0) as signed_in,
      count(*) filter (where m.is_person and m.id in (${connectedIds(scope.organization)})) as online,
      ${sql.join(sums)}
    from (${membersOf(scope)}) m left join (
      select subject, sum(total) filter (where name = ${signIns}) as everything, ${sql.join(totals)}
      from (${activity}) d group by 1
    ) d on d.subject = m.username
  `.execute(scope.db);
  return theOnly(rows);
});

/** One of the counts of people, which the figures of a request share. */
export const people =
  (name: keyof People): Figure =>
  async (scope) =>
    Number((await (scope.organization.isRoot ? everybody(scope) : members(scope)))[name]);

/** How often something happened to people of the organization. */
export const happened =
  (name: keyof typeof ofMembers): Figure =>
  async (scope) =>
    scope.organization.isRoot ? countSince(scope, ofMembers[name]) : Number((await members(scope))[name]);
