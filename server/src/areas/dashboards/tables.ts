// Written by `npm run types:tables`: from the migrated database and owned-tables.json.
import type { Generated } from "kysely";

/** What happened and is not summed up yet. */
export interface ActivityChangesTable {
  readonly measure: string;
  readonly org_id: string;
  readonly moment: Date;
  readonly subject: string;
  readonly difference: number;
}

/** How much happened on a day, and to how many. */
export interface ActivityDaysTable {
  readonly measure: string;
  readonly org_id: string;
  readonly bucket: Date;
  readonly subjects: number;
  readonly total: number;
}

/** Organizations whose members are others since their days were counted. */
export interface ActivityMemberChangesTable {
  readonly org_id: string;
}

/** How often something happened to the members of an organization on a day. */
export interface ActivityMemberDaysTable {
  readonly measure: string;
  readonly org_id: string;
  readonly bucket: Date;
  readonly total: number;
}

/** Whose days the totals are. */
export interface ActivityStateTable {
  readonly only_row: Generated<boolean>;
  readonly time_zone: string | null;
  readonly members_from: Date | null;
}

/** How often something happened, by measure, organization, time and subject. */
export interface ActivityTotalsTable {
  readonly measure: string;
  readonly org_id: string;
  readonly bucket: Date;
  readonly subject: string;
  readonly total: number;
}

/** Since when the totals of the last days count. */
export interface ActivityWindowStartsTable {
  readonly days: number;
  readonly start: Date | null;
}

/** How often something happened in the last days, by measure, organization and subject. */
export interface ActivityWindowsTable {
  readonly days: number;
  readonly measure: string;
  readonly org_id: string;
  readonly subject: string;
  readonly total: number;
}

/** How far organizations are on the way to a first recorded session. */
export interface GettingStartedTable {
  readonly org_id: string;
  readonly counts_from: Date | null;
  readonly date_completed: Date | null;
}

declare module "../../engine/database/database.ts" {
  interface Database {
    activity_changes: ActivityChangesTable;
    activity_days: ActivityDaysTable;
    activity_member_changes: ActivityMemberChangesTable;
    activity_member_days: ActivityMemberDaysTable;
    activity_state: ActivityStateTable;
    activity_totals: ActivityTotalsTable;
    activity_window_starts: ActivityWindowStartsTable;
    activity_windows: ActivityWindowsTable;
    getting_started: GettingStartedTable;
  }
}
