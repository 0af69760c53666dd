import { type RawBuilder, sql } from "kysely";
import { signInsOf } from "../../audits/index.ts";
import type { Measure } from "./measures.ts";
import { firstKept } from "./member-days.ts";
import {
  type ActivityScope,
  besidesTotals,
  bySubject,
  bySubjectAndDay,
  countSince,
  type DayFigure,
  firstWhole,
  totalsByDay,
} from "./read-activity.ts";

/** An organization, and the whole installation: for records that belong to no organization. */
export interface MemberScope extends ActivityScope {
  readonly everywhere: ActivityScope;
}

/** Whether the days of an organization are kept from a midnight on, for its members of now. */
const areKept = (organization: string, from: Date): RawBuilder<boolean> => sql`
  (${from} >= ${firstKept} and not exists (select from activity_member_changes c where c.org_id = ${organization}::uuid))
`;

/**
 * How often it happened to members of an organization on each day since then: `day` and `total`, several rows of one. From
 * the days of the organization; while they are not kept, from what happened to each person, which `byPerson` reads.
 */
function memberDays(
  scope: MemberScope,
  measure: Measure,
  since: Date,
  isMember: RawBuilder<boolean>,
  byPerson: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { id } = scope.organization;
  const from = firstWhole(scope, since);
  const kept = areKept(id, from);
  return sql`
    select d.bucket as day, d.total from activity_member_days d
    where d.measure = ${measure.name} and d.org_id = ${id}::uuid and d.bucket >= ${from} and ${kept}
    union all
    select s.day, s.total from (${besidesTotals(scope.everywhere, measure, since, from)}) s where ${isMember} and ${kept}
    union all
    select s.day, s.total from (${byPerson}) s where ${isMember} and not ${kept}
  `;
}

/** How often it happened to members of the organization since then. */
export async function countOfMembers(scope: MemberScope, measure: Measure): Promise<number> {
  const isMember = signInsOf("s.subject", scope.organization);
  if (isMember === null) return countSince(scope, measure);
  const byPerson = sql`select null::timestamptz as day, subject, total from (${bySubject(scope.everywhere, measure)}) p`;
  const { rows } = await sql<{ count: string }>`
    select coalesce(sum(total), 0) as count from (${memberDays(scope, measure, scope.since, isMember, byPerson)}) d
  `.execute(scope.db);
  return Number(rows[0]?.count ?? 0);
}

/** How often it happened to members of the organization on each day from a midnight on. */
export async function membersByDay(scope: MemberScope, measure: Measure, from: Date): Promise<DayFigure[]> {
  const isMember = signInsOf("s.subject", scope.organization);
  if (isMember === null) return totalsByDay(scope, measure, from);
  const byPerson = bySubjectAndDay(scope.everywhere, measure, from);
  const { rows } = await sql<DayFigure>`
    select day, sum(total) as figure from (${memberDays(scope, measure, from, isMember, byPerson)}) d group by 1
  `.execute(scope.db);
  return rows;
}
