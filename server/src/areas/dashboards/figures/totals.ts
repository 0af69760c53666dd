import { type RawBuilder, sql } from "kysely";
import { translate } from "../../../engine/i18n/index.ts";
import type { Json } from "../../../engine/json.ts";
import { rowCountsTable } from "../../../engine/resource/index.ts";
import { taskExecutionsTable } from "../../../engine/tasks/index.ts";
import { assetsTable, typeChoices } from "../../assets/index.ts";
import { userRoles } from "../../roles/index.ts";
import { sessionsTable } from "../../sessions/index.ts";
import { usersTable } from "../../users/index.ts";
import { type Measure, measures } from "../activity/measures.ts";
import { countSince } from "../activity/read-activity.ts";
import { countOfMembers } from "../activity/read-members.ts";
import { connectedIds, isUsed, subjectsSince } from "./active-lists.ts";
import type { Figure, FigureScope } from "./figure.ts";

const inOrganization = ({ organization }: FigureScope, column: string): RawBuilder<boolean> =>
  organization.isRoot ? sql`true` : sql`${sql.ref(column)} = ${organization.id}::uuid`;

/** People of the organization; in the root one everybody. No component is one. */
const isPerson = ({ organization }: FigureScope): RawBuilder<boolean> =>
  organization.isRoot
    ? sql`not u.is_service_account`
    : sql`not u.is_service_account and ${userRoles.isMember("u.id", organization.id)}`;

async function count({ db }: FigureScope, statement: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: string | null }>`${statement}`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

const since =
  (measure: Measure): Figure =>
  (scope) =>
    countSince(scope, measure);

const ofMembers =
  (measure: Measure): Figure =>
  (scope) =>
    countOfMembers(scope, measure);

/** People by what a figure asks of them. */
interface People {
  readonly all: string;
  readonly recent: string;
  readonly signed_in: string;
  readonly online: string;
}

const counted = new WeakMap<FigureScope, Promise<People>>();

/** Counts people in one go: whether somebody belongs to a large organization takes longer to find out than all else. */
async function countPeople(scope: FigureScope): Promise<People> {
  const { rows } = await sql<People>`
    select count(*) as "all", count(*) filter (where u.date_joined >= ${scope.monday}) as recent,
      count(*) filter (where u.username in (${subjectsSince(scope.everywhere, measures.logins)})) as signed_in,
      count(*) filter (where u.id in (${connectedIds(scope.organization)})) as online
    from ${usersTable} u where ${isPerson(scope)}
  `.execute(scope.db);
  return rows[0] ?? { all: "0", recent: "0", signed_in: "0", online: "0" };
}

/** One of the counts of people, which the figures of a request share. */
const people =
  (name: keyof People): Figure =>
  async (scope) => {
    const counting = counted.get(scope) ?? countPeople(scope);
    counted.set(scope, counting);
    return Number((await counting)[name]);
  };

/** Assets that are still there: one that is deleted is in no list. */
const assetsUsedToday: Figure = (scope) =>
  count(
    scope,
    sql`select count(*) as count from ${assetsTable} t where ${inOrganization(scope, "t.org_id")}
      and ${isUsed({ ...scope, since: scope.today, firstWholeDay: scope.firstWholeDayOfToday })}`,
  );

const unfinished = (scope: FigureScope, from: Date | null): Promise<number> =>
  count(
    scope,
    sql`select count(*) as count from ${sessionsTable} t
      where not t.is_finished and ${inOrganization(scope, "t.org_id")}
        and ${from === null ? sql`true` : sql`t.date_start >= ${from}`}`,
  );

const assetTypes: Figure = async (scope) => {
  const { rows } = await sql<{ type: string; total: string }>`
    select t.type, count(*) as total from ${assetsTable} t where ${inOrganization(scope, "t.org_id")}
    group by 1 order by 2 desc, 1
  `.execute(scope.db);
  const labels = new Map(typeChoices().map(({ value, label }) => [value, label]));
  return rows.map(({ type, total }): Json => {
    const label = labels.get(type);
    return {
      type,
      total: Number(total),
      label: label === undefined ? type : translate(label, scope.language),
    };
  });
};

/** The figures that `total_count` asks for together, in the order of the answer. */
export const totals: Readonly<Record<string, Figure>> = {
  total_count_users: people("all"),
  total_count_assets: (scope) =>
    count(
      scope,
      sql`select sum(r.difference) as count from ${rowCountsTable} r
        where r.table_name = 'assets' and ${inOrganization(scope, "r.org_id")}`,
    ),
  total_count_users_this_week: people("recent"),
  total_count_assets_this_week: (scope) =>
    count(
      scope,
      sql`select count(*) as count from ${assetsTable} t
        where t.date_created >= ${scope.monday} and ${inOrganization(scope, "t.org_id")}`,
    ),
  total_count_login_users: people("signed_in"),
  total_count_today_active_assets: assetsUsedToday,
  total_count_online_users: people("online"),
  total_count_online_sessions: (scope) => unfinished(scope, null),
  total_count_today_failed_sessions: (scope) =>
    count(
      scope,
      sql`select count(*) as count from ${sessionsTable} t
        where t.date_start >= ${scope.today} and t.is_finished and not t.is_success and ${inOrganization(scope, "t.org_id")}`,
    ),
  total_count_user_login_logs: ofMembers(measures.logins),
  total_count_user_login_success_logs: async (scope) => {
    const [all, failed] = await Promise.all([
      countOfMembers(scope, measures.logins),
      countOfMembers(scope, measures.failedLogins),
    ]);
    return Number(all) - Number(failed);
  },
  total_count_operate_logs: since(measures.operations),
  total_count_change_password_logs: ofMembers(measures.passwordChanges),
  total_count_commands: since(measures.commands),
  total_count_commands_danger: since(measures.dangerousCommands),
  // Those that began since then and are over: the rest is online.
  total_count_history_sessions: async (scope) => {
    const [all, online] = await Promise.all([
      countSince(scope, measures.sessionUsers),
      unfinished(scope, scope.since),
    ]);
    return Math.max(0, all - online);
  },
  total_count_ftp_logs: since(measures.files),
  total_count_job_logs: since(measures.jobs),
  total_count_job_logs_running: (scope) =>
    count(
      scope,
      sql`select count(*) as count from ${taskExecutionsTable} t
        where t.date_finished is null and t.state = 'RUNNING' and ${inOrganization(scope, "t.org_id")}`,
    ),
  total_count_job_logs_failed: since(measures.failedJobs),
  total_count_type_to_assets_amount: assetTypes,
};
