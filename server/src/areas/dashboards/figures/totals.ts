import { type RawBuilder, sql } from "kysely";
import { translate } from "../../../engine/i18n/index.ts";
import type { Json } from "../../../engine/json.ts";
import { rowCountsTable } from "../../../engine/resource/index.ts";
import { taskExecutionsTable } from "../../../engine/tasks/index.ts";
import { assetsTable, typeChoices } from "../../assets/index.ts";
import { sessionsTable } from "../../sessions/index.ts";
import { type Measure, measures } from "../activity/measures.ts";
import { countSince } from "../activity/read-activity.ts";
import { isUsed } from "./active-lists.ts";
import type { Figure, FigureScope } from "./figure.ts";
import { happened, people } from "./people.ts";

const inOrganization = ({ organization }: FigureScope, column: string): RawBuilder<boolean> =>
  organization.isRoot ? sql`true` : sql`${sql.ref(column)} = ${organization.id}::uuid`;

async function count({ db }: FigureScope, statement: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: string | null }>`${statement}`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

const since =
  (measure: Measure): Figure =>
  (scope) =>
    countSince(scope, measure);

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
    select partition_value as type, sum(difference) as total from ${rowCountsTable}
    where table_name = 'asset_types' and ${inOrganization(scope, "org_id")}
    group by 1 having sum(difference) > 0 order by 2 desc, 1
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
  total_count_user_login_logs: happened("logins"),
  total_count_user_login_success_logs: async (scope) => {
    const [all, failed] = await Promise.all([happened("logins")(scope), happened("failed_logins")(scope)]);
    return Number(all) - Number(failed);
  },
  total_count_operate_logs: since(measures.operations),
  total_count_change_password_logs: happened("password_changes"),
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
