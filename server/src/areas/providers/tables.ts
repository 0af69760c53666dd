// Written by `npm run types:tables`: from the migrated database and owned-tables.json.
import type { ColumnType, Generated } from "kysely";
import type { Grant } from "./people/grants.ts";
import type { ForeignSource } from "./people/source-person.ts";

/** Which roles and groups follow from what another system says of a person. */
export interface SourceRulesTable {
  readonly id: Generated<string>;
  readonly source: ForeignSource;
  readonly attribute: Generated<string>;
  readonly value: string;
  readonly role_id: string | null;
  readonly org_id: string | null;
  readonly group_id: string | null;
  readonly comment: Generated<string>;
  readonly created_by: string | null;
  readonly updated_by: string | null;
  readonly date_created: Generated<Date>;
  readonly date_updated: Generated<Date>;
}

/** Sessions that began at another system. */
export interface SourceSessionsTable {
  readonly session_key: Buffer;
  readonly source: ForeignSource;
  readonly issuer: string;
  readonly subject: string;
  readonly sid: string | null;
  readonly sealed: string | null;
}

/** Which user a person of another system is. */
export interface UserSourceLinksTable {
  readonly id: Generated<string>;
  readonly user_id: string;
  readonly source: ForeignSource;
  readonly issuer: string;
  readonly subject: string;
  readonly granted: ColumnType<Grant[], string | undefined, string>;
  readonly date_created: Generated<Date>;
}

declare module "../../engine/database/database.ts" {
  interface Database {
    source_rules: SourceRulesTable;
    source_sessions: SourceSessionsTable;
    user_source_links: UserSourceLinksTable;
  }
}
