import type { Kysely } from "kysely";
import type { CallerContext } from "../../engine/access/index.ts";
import type { Database } from "../../engine/database/index.ts";
import type { Message } from "../../engine/i18n/index.ts";

/** The organization that those who contribute are told about. */
export interface OrganizationRow {
  readonly id: string;
  readonly name: string;
}

/** Says what an organization still holds (a plural noun), or null when nothing keeps it from being deleted. */
export type DeleteGuard = (db: Kysely<Database>, organization: OrganizationRow) => Promise<Message | null>;

/** Called when an organization was created or renamed, inside the writing transaction. */
export type WrittenHook = (
  db: Kysely<Database>,
  organization: OrganizationRow,
  event: "created" | "renamed",
) => Promise<void>;

/** Removes what disappears together with an organization, before its row is deleted. */
export type DeleteHook = (context: CallerContext, organization: OrganizationRow) => Promise<void>;

/** Counts of `resource_statistics`. */
export type StatisticName =
  | "users_amount"
  | "groups_amount"
  | "assets_amount"
  | "nodes_amount"
  | "domains_amount"
  | "gateways_amount"
  | "asset_perms_amount";

/** Counts one thing of many organizations in one query: organization id -> count. Absent means zero. */
export type StatisticCounter = (
  db: Kysely<Database>,
  organizationIds: readonly string[],
) => Promise<ReadonlyMap<string, number>>;

/** One count of the organizations' `resource_statistics`. */
export interface OrganizationCount {
  readonly name: StatisticName;
  readonly count: StatisticCounter;
}

declare module "../../engine/extensions.ts" {
  interface ExtensionPoints {
    organizationCounts: OrganizationCount;
    organizationDeleteGuards: DeleteGuard;
    afterOrganizationWrite: WrittenHook;
    beforeOrganizationDelete: DeleteHook;
  }
}
