import { type RawBuilder, sql } from "kysely";
import type { RequestContext } from "../../../engine/access/index.ts";
import { type ContributedFilter, readBoolean, validInstant } from "../../../engine/resource/index.ts";
import { assetsTable } from "../../assets/index.ts";
import { sessionsTable } from "../../sessions/index.ts";
import { usersTable } from "../../users/index.ts";
import { type Measure, measures } from "../activity/measures.ts";
import { type ActivityScope, activitySince, bySubject } from "../activity/read-activity.ts";

/** Whose records are looked at: those of an organization, in the root one of all. */
type Organization = RequestContext["organization"];

/** Ids of the people with an unfinished session in the organization. */
export const connectedIds = ({ id, isRoot }: Organization): RawBuilder<string> =>
  sql`select s.user_id from ${sessionsTable} s
    where not s.is_finished and ${isRoot ? sql`true` : sql`s.org_id = ${id}::uuid`}`;

/** Everybody, or everything, that a measure has told apart since then. */
export const subjectsSince = (scope: ActivityScope, measure: Measure): RawBuilder<string> =>
  sql`select s.subject from (${bySubject(scope, measure)}) s group by 1 having sum(s.total) > 0`;

/**
 * Whether a subject is an id as the database writes it. Tens of thousands are asked at once: a regular expression takes
 * ten times as long.
 */
const isId = sql<boolean>`(u.subject like '________-____-____-____-____________'
  and translate(u.subject, '0123456789abcdef', '') = '----')`;

/**
 * Whether the asset of the row `t` was used since then. A subject that is no id is the name of an asset the gateway did
 * not know. As an array, which is looked up in the order of the index: the planner takes the ids for few.
 */
export const isUsed = (scope: ActivityScope): RawBuilder<boolean> => sql`t.id = any(array(
  select case when ${isId} then u.subject::uuid end from (${subjectsSince(scope, measures.sessionAssets)}) u))`;

/** The instant a filter asks for; null: it has no effect. */
const instantOf = (value: string): Date | null => (value.length > 64 ? null : validInstant(value));

/** By what the lists of users and assets show who and what a figure counts. */
export const activeLists: readonly ContributedFilter[] = [
  {
    table: usersTable.name,
    name: "connected",
    condition: (value, { organization }) => {
      const wanted = readBoolean(value);
      if (wanted === null) return null;
      const ids = connectedIds(organization);
      return wanted
        ? sql<boolean>`t.id in (${ids})`
        : sql<boolean>`not exists (select from (${ids}) c where c.user_id = t.id)`;
    },
  },
  {
    table: usersTable.name,
    name: "sign_in_from",
    condition: async (value, { db, organization }) => {
      const since = instantOf(value);
      if (since === null) return null;
      // Signing in belongs to no organization.
      const scope = await activitySince(db, { ...organization, isRoot: true }, since);
      return sql<boolean>`t.username in (${subjectsSince(scope, measures.logins)})`;
    },
  },
  {
    table: assetsTable.name,
    name: "used_from",
    condition: async (value, { db, organization }) => {
      const since = instantOf(value);
      if (since === null) return null;
      return isUsed(await activitySince(db, organization, since));
    },
  },
];
