import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Organization } from "../../../engine/access/index.ts";
import type { Database } from "../../../engine/database/index.ts";
import { organizationIds } from "../../organizations/index.ts";
import type { Measure } from "./measures.ts";
import { firstKept } from "./member-days.ts";
import {
  type ActivityScope,
  activityScope,
  besidesTotals,
  bySubject,
  bySubjectAndDay,
  type DayFigure,
  firstWhole,
} from "./read-activity.ts";

/** An organization, and the whole installation: for records that belong to no organization. */
export interface MemberScope extends ActivityScope {
  readonly everywhere: ActivityScope;
  /** How many days are asked for. */
  readonly days: number;
  /** The first midnight from which the days of its members of now are kept; null: they changed lately, none are. */
  readonly membersKeptFrom: Date | null;
}

/** Whether there are totals of so many last days (server/migrations/0432_activity_windows.sql). */
const isWindow = (days: number): boolean => days === 7 || days === 30;

/** The time that `days` asks for, as `activityScope` tells it, with what is known of the members. */
export async function memberScope(
  db: Kysely<Database>,
  organization: Organization,
  days: number,
  viewerZone: string,
): Promise<MemberScope> {
  const own = await activityScope(db, organization, days, viewerZone);
  const { rows } = await sql<{ start: Date | null }>`
    select ${firstKept} as start
    where not exists (select from activity_member_changes c where c.org_id = ${organization.id}::uuid)
  `.execute(db);
  const root = { ...organization, id: organizationIds.root, isRoot: true };
  return {
    ...own,
    days,
    everywhere: { ...own, organization: root },
    membersKeptFrom: rows[0]?.start ?? null,
  };
}

/** Days of an organization that are kept for its members of now, from a midnight on; null: they are not. */
function keptDays(scope: MemberScope, measure: Measure, from: Date): RawBuilder<unknown> | null {
  if (scope.membersKeptFrom === null || from < scope.membersKeptFrom) return null;
  return sql`
    select d.bucket as day, d.total from activity_member_days d
    where d.measure = ${measure.name} and d.org_id = ${scope.organization.id}::uuid and d.bucket >= ${from}
  `;
}

/** How often it happened to members since then: the sum of both. */
export interface MemberTotals {
  /** Whole days, as they are kept for the members of now: rows with `total`. Null: they are not kept. */
  readonly kept: RawBuilder<unknown> | null;
  /** What else happened, to whomever: rows with `subject` and `total`. Those count whose subject is a member. */
  readonly others: RawBuilder<unknown>;
}

/** Where to find how often something happened to members since then. */
export function totalsOfMembers(scope: MemberScope, measure: Measure): MemberTotals {
  const from = firstWhole(scope, scope.since);
  // Up to a day of records is beside whole days, and none beside the totals of the last days.
  const kept = isWindow(scope.days) ? null : keptDays(scope, measure, from);
  const others =
    kept === null
      ? bySubject(scope.everywhere, measure)
      : besidesTotals(scope.everywhere, measure, scope.since, from);
  return { kept, others };
}

/** How often it happened to members of the organization on each day from a midnight on. */
export async function membersByDay(
  scope: MemberScope,
  measure: Measure,
  from: Date,
  isMember: RawBuilder<boolean>,
): Promise<DayFigure[]> {
  const kept = keptDays(scope, measure, from);
  const days =
    kept === null
      ? sql`select s.day, s.total from (${bySubjectAndDay(scope.everywhere, measure, from)}) s where ${isMember}`
      : sql`${kept} union all
          select s.day, s.total from (${besidesTotals(scope.everywhere, measure, from, from)}) s where ${isMember}`;
  const { rows } = await sql<DayFigure>`
    select day, sum(total) as figure from (${days}) d group by 1
  `.execute(scope.db);
  return rows;
}
