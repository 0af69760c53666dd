// Written by `npm run types:tables`: from the migrated database and owned-tables.json.
import type { ColumnType, Generated } from "kysely";
import type { Json } from "../../engine/json.ts";

/** Requests that somebody else decides on. */
export interface TicketsTable {
  readonly id: Generated<string>;
  readonly org_id: string;
  readonly type: string;
  readonly title: string;
  readonly serial_num: string;
  readonly comment: Generated<string>;
  readonly state: Generated<string>;
  readonly status: Generated<string>;
  readonly approval_step: Generated<number>;
  readonly applicant_id: string | null;
  readonly applicant: string;
  readonly processor_id: string | null;
  readonly processor: Generated<string>;
  readonly rel_snapshot: ColumnType<Record<string, string | string[]>, string | undefined, string>;
  readonly is_notice_due: Generated<boolean>;
  readonly apply_accounts: ColumnType<string[], string | undefined, string>;
  readonly apply_actions: Generated<number>;
  readonly apply_date_start: Date | null;
  readonly apply_date_expired: Date | null;
  readonly apply_permission_name: Generated<string>;
  readonly apply_login_ip: Generated<string>;
  readonly apply_login_city: Generated<string>;
  readonly apply_login_datetime: Date | null;
  readonly apply_run_user_id: string | null;
  readonly apply_run_asset: Generated<string>;
  readonly apply_run_account: Generated<string>;
  readonly apply_run_command: Generated<string>;
  readonly apply_from_session_id: string | null;
  readonly apply_from_cmd_filter_acl_id: string | null;
  readonly apply_login_user_id: string | null;
  readonly apply_login_asset_id: string | null;
  readonly apply_login_account: Generated<string>;
  readonly apply_login_account_id: string | null;
  readonly date_created: Generated<Date>;
  readonly date_updated: Generated<Date>;
  readonly people: string[];
  readonly asked: string[];
  readonly apply_login_acl_id: string | null;
  readonly apply_login_acl_revision: Generated<string>;
  readonly apply_login_key: Generated<string>;
  readonly approval_expires: Date | null;
  readonly is_approval_ended: Generated<boolean>;
  readonly is_emergency: Generated<boolean>;
  readonly date_reminded: Date | null;
  readonly mfa_required: Generated<boolean>;
  readonly waiting_until: Date | null;
}

/** How many tickets a day has seen. */
export interface TicketDaysTable {
  readonly day: string;
  readonly number: number;
}

/** The assets that tickets ask for. */
export interface TicketAssetsTable {
  readonly ticket_id: string;
  readonly asset_id: string;
}

/** The nodes that tickets ask for. */
export interface TicketNodesTable {
  readonly ticket_id: string;
  readonly node_id: string;
}

/** Levels of approval of a ticket. */
export interface TicketStepsTable {
  readonly ticket_id: string;
  readonly level: number;
  readonly state: Generated<string>;
  readonly status: Generated<string>;
  readonly processor_id: string | null;
  readonly processor: Generated<string>;
  readonly date_updated: Generated<Date>;
}

/** Who is asked, level by level. */
export interface TicketAssigneesTable {
  readonly ticket_id: string;
  readonly level: number;
  readonly user_id: string;
  readonly name: string;
  readonly state: Generated<string>;
}

/** What was said about tickets, and what happened to them. */
export interface TicketCommentsTable {
  readonly id: Generated<string>;
  readonly ticket_id: string;
  readonly user_id: string | null;
  readonly user_display: Generated<string>;
  readonly body: Generated<string>;
  readonly event: ColumnType<Json | null, string | null | undefined, string | null>;
  readonly date_created: Generated<Date>;
  readonly date_updated: Generated<Date>;
}

/** The sessions that belong to tickets. */
export interface TicketSessionsTable {
  readonly ticket_id: string;
  readonly session_id: string;
  readonly date_created: Generated<Date>;
}

/** Who is asked about requests of a type. */
export interface TicketFlowsTable {
  readonly id: Generated<string>;
  readonly org_id: string;
  readonly type: string;
  readonly approval_level: number;
  readonly created_by: Generated<string>;
  readonly updated_by: Generated<string>;
  readonly date_created: Generated<Date>;
  readonly date_updated: Generated<Date>;
  readonly mfa_required: Generated<boolean>;
}

/** The levels of a flow. */
export interface TicketFlowRulesTable {
  readonly flow_id: string;
  readonly level: number;
  readonly strategy: string;
}

/** The people a level of a flow names. */
export interface TicketFlowAssigneesTable {
  readonly flow_id: string;
  readonly level: number;
  readonly user_id: string;
}

/** Links in mails that lead to a decision, by hash. */
export interface TicketLinksTable {
  readonly token_hash: Buffer;
  readonly ticket_id: string;
  readonly date_expired: Date;
  readonly user_id: string | null;
}

declare module "../../engine/database/database.ts" {
  interface Database {
    tickets: TicketsTable;
    ticket_days: TicketDaysTable;
    ticket_assets: TicketAssetsTable;
    ticket_nodes: TicketNodesTable;
    ticket_steps: TicketStepsTable;
    ticket_assignees: TicketAssigneesTable;
    ticket_comments: TicketCommentsTable;
    ticket_sessions: TicketSessionsTable;
    ticket_flows: TicketFlowsTable;
    ticket_flow_rules: TicketFlowRulesTable;
    ticket_flow_assignees: TicketFlowAssigneesTable;
    ticket_links: TicketLinksTable;
  }
}
