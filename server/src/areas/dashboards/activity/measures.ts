import { type RawBuilder, sql } from "kysely";
import { operateLogsTable } from "../../../engine/audit/index.ts";
import { taskExecutionsTable } from "../../../engine/tasks/index.ts";
import { fileLogsTable } from "../../audits/index.ts";
import { loginLogsTable } from "../../credentials/index.ts";
import { organizationIds } from "../../organizations/index.ts";
import { commandsTable, sessionsTable } from "../../sessions/index.ts";
import { passwordChangeLogsTable } from "../../users/index.ts";

/** A record as a measure sees it. */
interface ActivityRecord {
  /** The organization; the root one for what belongs to none. */
  readonly org_id: string;
  readonly moment: Date;
  /** Whom or what it is about; "" where only the number counts. */
  readonly subject: string;
}

/** Something that happens, and is counted while it does (server/migrations/0360_activity.sql). */
export interface Measure {
  readonly name: string;
  /** Whether it is told apart by subject: then it is kept by the day, otherwise by the quarter of an hour. */
  readonly hasSubjects: boolean;
  /** Every record, read directly. */
  readonly records: RawBuilder<ActivityRecord>;
}

const root = sql`${sql.lit(organizationIds.root)}::uuid`;

/** When an execution began; until then, when it was asked for. The job log is narrowed by the same. */
const jobMoment = sql<Date>`coalesce(t.date_start, t.date_published)`;

const about = (name: string, records: RawBuilder<ActivityRecord>): Measure => ({
  name,
  hasSubjects: true,
  records,
});

const counted = (name: string, records: RawBuilder<ActivityRecord>): Measure => ({
  name,
  hasSubjects: false,
  records,
});

/** What is counted. */
export const measures = {
  sessionUsers: about(
    "session_user",
    sql`select t.org_id, t.date_start as moment, coalesce(t.user_id::text, t."user") as subject
      from ${sessionsTable} t`,
  ),
  sessionAssets: about(
    "session_asset",
    sql`select t.org_id, t.date_start as moment, coalesce(t.asset_id::text, t.asset) as subject
      from ${sessionsTable} t`,
  ),
  logins: about(
    "login",
    sql`select ${root} as org_id, t.datetime as moment, t.username as subject from ${loginLogsTable} t`,
  ),
  failedLogins: about(
    "failed_login",
    sql`select ${root} as org_id, t.datetime as moment, t.username as subject
      from ${loginLogsTable} t where not t.status`,
  ),
  passwordChanges: about(
    "password_change",
    sql`select ${root} as org_id, t.datetime as moment, t.username as subject from ${passwordChangeLogsTable} t`,
  ),
  operations: counted(
    "operation",
    sql`select t.org_id, t.datetime as moment, '' as subject from ${operateLogsTable} t`,
  ),
  files: counted("file", sql`select t.org_id, t.date_start as moment, '' as subject from ${fileLogsTable} t`),
  commands: counted(
    "command",
    sql`select t.org_id, t.date_executed as moment, '' as subject from ${commandsTable} t`,
  ),
  dangerousCommands: counted(
    "dangerous_command",
    sql`select t.org_id, t.date_executed as moment, '' as subject from ${commandsTable} t where t.risk_level = 5`,
  ),
  jobs: counted(
    "job",
    sql`select coalesce(t.org_id, ${root}) as org_id, ${jobMoment} as moment, '' as subject
      from ${taskExecutionsTable} t`,
  ),
  failedJobs: counted(
    "failed_job",
    sql`select coalesce(t.org_id, ${root}) as org_id, ${jobMoment} as moment, '' as subject
      from ${taskExecutionsTable} t where t.state = 'FAILURE'`,
  ),
} as const satisfies Readonly<Record<string, Measure>>;
