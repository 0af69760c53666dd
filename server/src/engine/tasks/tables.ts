// Written by `npm run types:tables`: from the migrated database and owned-tables.json.
import type { ColumnType, Generated } from "kysely";
import type { Language } from "../i18n/messages.ts";
import type { JsonObject } from "../json.ts";
import type { ProcessLocation } from "../process/process-location.ts";
import type { TaskState } from "./task-state.ts";

/** The runs of tasks. */
export interface TaskExecutionsTable {
  readonly id: Generated<string>;
  readonly task_id: string;
  readonly org_id: string | null;
  readonly user_id: string | null;
  readonly user: Generated<string>;
  readonly language: Generated<Language>;
  readonly kwargs: ColumnType<JsonObject, string | undefined, string>;
  readonly state: Generated<TaskState>;
  readonly reason: Generated<string>;
  readonly result: ColumnType<JsonObject | null, string | null | undefined, string | null>;
  readonly attempts: Generated<number>;
  readonly lane: string | null;
  readonly stop_requested: Generated<boolean>;
  readonly runners: ColumnType<ProcessLocation[], string | undefined, string>;
  readonly date_published: Generated<Date>;
  readonly date_start: Date | null;
  readonly date_finished: Date | null;
}

/** What runs wrote, in pieces. */
export interface TaskLogsTable {
  readonly execution_id: string;
  readonly position: number;
  readonly content: string;
}

/** When tasks run by themselves. */
export interface TaskSchedulesTable {
  readonly id: Generated<number>;
  readonly name: string;
  readonly task: string;
  readonly description: Generated<string>;
  readonly org_id: string | null;
  readonly user_id: string | null;
  readonly user: Generated<string>;
  readonly kwargs: ColumnType<JsonObject, string | undefined, string>;
  readonly crontab: string | null;
  readonly every_seconds: number | null;
  readonly enabled: Generated<boolean>;
  readonly is_builtin: Generated<boolean>;
  readonly last_run_at: Date | null;
  readonly next_run_at: Date | null;
  readonly total_run_count: Generated<number>;
}

/** The kinds of tasks. */
export interface TasksTable {
  readonly id: Generated<string>;
  readonly name: string;
}

declare module "../database/database.ts" {
  interface Database {
    task_executions: TaskExecutionsTable;
    task_logs: TaskLogsTable;
    task_schedules: TaskSchedulesTable;
    tasks: TasksTable;
  }
}
