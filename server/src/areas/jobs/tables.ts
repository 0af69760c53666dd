// Written by `npm run types:tables`: from the migrated database and owned-tables.json.
import type { ColumnType, Generated } from "kysely";
import type { Json } from "../../engine/json.ts";
import type { RunSummary } from "./centre/run/summary.ts";
import type { JobSnapshot } from "./centre/stored-job.ts";

/** Commands people keep to use again. */
export interface OpsAdhocsTable {
  readonly id: Generated<string>;
  readonly org_id: string;
  readonly creator_id: string;
  readonly name: string;
  readonly module: string;
  readonly args: Generated<string>;
  readonly comment: Generated<string | null>;
  readonly date_created: Generated<Date>;
  readonly date_updated: Generated<Date>;
  readonly is_shared: Generated<boolean>;
}

/** What people run on assets by Ansible. */
export interface OpsPlaybooksTable {
  readonly id: Generated<string>;
  readonly org_id: string;
  readonly creator_id: string;
  readonly name: string;
  readonly comment: Generated<string | null>;
  readonly create_method: Generated<string>;
  readonly vcs_url: Generated<string | null>;
  readonly is_uploaded: Generated<boolean>;
  readonly date_created: Generated<Date>;
  readonly date_updated: Generated<Date>;
}

/** Whether each gateway can run playbooks. */
export interface OpsPlaybookNodesTable {
  readonly node: string;
  readonly version: Generated<string>;
  readonly problem: Generated<string>;
  readonly date_checked: Generated<Date>;
}

/** The files of playbooks. */
export interface OpsPlaybookFilesTable {
  readonly playbook_id: string;
  readonly path: string;
  readonly content: Buffer | null;
  readonly version: Generated<number>;
}

/** What people run on assets, and when. */
export interface OpsJobsTable {
  readonly id: Generated<string>;
  readonly org_id: string;
  readonly creator_id: string;
  readonly remote_addr: Generated<string>;
  readonly name: string;
  readonly instant: Generated<boolean>;
  readonly type: Generated<string>;
  readonly module: Generated<string | null>;
  readonly args: Generated<string | null>;
  readonly runas: Generated<string>;
  readonly runas_policy: Generated<string>;
  readonly use_parameter_define: Generated<boolean>;
  readonly parameters_define: ColumnType<Json, string | undefined, string>;
  readonly timeout: Generated<number>;
  readonly chdir: Generated<string | null>;
  readonly comment: Generated<string | null>;
  readonly is_periodic: Generated<boolean>;
  readonly crontab: string | null;
  readonly interval: number | null;
  readonly version: Generated<number>;
  readonly date_created: Generated<Date>;
  readonly date_updated: Generated<Date>;
  readonly playbook_id: string | null;
}

/** Which assets a job names. */
export interface OpsJobAssetsTable {
  readonly job_id: string;
  readonly asset_id: string;
}

/** The runs of jobs. */
export interface OpsJobExecutionsTable {
  readonly id: Generated<string>;
  readonly org_id: string;
  readonly creator_id: string;
  readonly task_id: string;
  readonly job_id: string | null;
  readonly job_name: string;
  readonly job_type: string;
  readonly job_version: number;
  readonly material: string;
  readonly snapshot: ColumnType<JobSnapshot, string, string>;
  readonly parameters: ColumnType<Json, string | undefined, string>;
  readonly remote_addr: Generated<string>;
  readonly retry_of: string | null;
  readonly status: Generated<string>;
  readonly summary: ColumnType<RunSummary, string | undefined, string>;
  readonly date_created: Generated<Date>;
  readonly date_start: Date | null;
  readonly date_finished: Date | null;
}

/** What became of each host of a run. */
export interface OpsJobHostsTable {
  readonly execution_id: string;
  readonly asset_id: string;
  readonly position: number;
  readonly name: string;
  readonly account: Generated<string>;
  readonly state: Generated<string>;
  readonly exit_code: number | null;
  readonly reason: Generated<string>;
  readonly session_id: string | null;
  readonly output_size: Generated<number>;
  readonly is_cut: Generated<boolean>;
  readonly date_start: Date | null;
  readonly date_finished: Date | null;
}

/** What hosts said, in pieces. */
export interface OpsJobOutputsTable {
  readonly execution_id: string;
  readonly asset_id: string;
  readonly position: number;
  readonly content: string;
}

declare module "../../engine/database/database.ts" {
  interface Database {
    ops_adhocs: OpsAdhocsTable;
    ops_playbooks: OpsPlaybooksTable;
    ops_playbook_nodes: OpsPlaybookNodesTable;
    ops_playbook_files: OpsPlaybookFilesTable;
    ops_jobs: OpsJobsTable;
    ops_job_assets: OpsJobAssetsTable;
    ops_job_executions: OpsJobExecutionsTable;
    ops_job_hosts: OpsJobHostsTable;
    ops_job_outputs: OpsJobOutputsTable;
  }
}
