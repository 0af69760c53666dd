// Written by `npm run types:tables`: from the migrated database and owned-tables.json.
import type { ColumnType, Generated } from "kysely";
import type { Json } from "../../engine/json.ts";
import type { Grant } from "./people/grants.ts";
import type { ForeignSource } from "./people/source-person.ts";

/** Tests of the directory's settings, and what they came to. */
export interface LdapChecksTable {
  readonly user_id: string;
  readonly number: Generated<string>;
  readonly date_started: Generated<Date>;
  readonly date_finished: Date | null;
  readonly status: number | null;
  readonly answer: Generated<string>;
}

/** Users who were imported of the directory, and what it said then. */
export interface LdapImportsTable {
  readonly user_id: string;
  readonly issuer: string;
  readonly subject: string;
  readonly digest: Buffer;
  readonly refresh: number;
  readonly groups: Generated<string[]>;
  readonly date_left: Date | null;
}

/** Everybody of the directory, as it was last read. */
export interface LdapPeopleTable {
  readonly username_key: string;
  readonly username: string;
  readonly subject: string;
  readonly dn: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly comment: string;
  readonly is_active: boolean | null;
  readonly groups: ColumnType<Json, string, string>;
  readonly refresh: number;
}

/** How reading the directory goes, or went. */
export interface LdapRefreshesTable {
  readonly id: number;
  readonly refresh: number;
  readonly date_started: Generated<Date>;
  readonly date_seen: Generated<Date>;
  readonly date_finished: Date | null;
  readonly people: Generated<number>;
  readonly problem: string | null;
  readonly said: Generated<string>;
}

/** Assertions of SAML that have been used, while they would be good. */
export interface SamlAnswersTable {
  readonly digest: Buffer;
  readonly handle: Buffer | null;
  readonly answer: ColumnType<Json | null, string | null | undefined, string | null>;
  readonly date_posted: Date;
  readonly date_expired: Date;
}

/** Which group a group of a SCIM source is. */
export interface ScimGroupsTable {
  readonly id: Generated<string>;
  readonly source_id: string;
  readonly group_id: string;
  readonly external_id: string | null;
  readonly is_made: boolean;
  readonly date_created: Generated<Date>;
  readonly date_updated: Generated<Date>;
}

/** Directories that send people and groups by SCIM. */
export interface ScimSourcesTable {
  readonly id: Generated<string>;
  readonly name: string;
  readonly org_id: string;
  readonly user_source: ForeignSource;
  readonly is_active: Generated<boolean>;
  readonly links_existing: Generated<boolean>;
  readonly on_delete: Generated<string>;
  readonly ip_group: ColumnType<string[], string | undefined, string>;
  readonly token_hash: Buffer | null;
  readonly date_token_created: Date | null;
  readonly date_expired: Date | null;
  readonly date_last_used: Date | null;
  readonly comment: Generated<string>;
  readonly created_by: string | null;
  readonly updated_by: string | null;
  readonly date_created: Generated<Date>;
  readonly date_updated: Generated<Date>;
}

/** Which user a person of a SCIM source is. */
export interface ScimUsersTable {
  readonly id: Generated<string>;
  readonly source_id: string;
  readonly user_id: string;
  readonly external_id: string | null;
  readonly said: ColumnType<Json, string | undefined, string>;
  readonly is_made: boolean;
  readonly is_shut: Generated<boolean>;
  readonly date_left: Date | null;
  readonly date_created: Generated<Date>;
  readonly date_updated: Generated<Date>;
}

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

/** Keys of sign-in links, each for one user and one sign-in. */
export interface SsoKeysTable {
  readonly digest: Buffer;
  readonly user_id: string;
  readonly date_expired: Date;
}

/** Logout tokens that have been used, while they would be good. */
export interface UsedLogoutTokensTable {
  readonly digest: Buffer;
  readonly date_expired: Date;
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
    ldap_checks: LdapChecksTable;
    ldap_imports: LdapImportsTable;
    ldap_people: LdapPeopleTable;
    ldap_refreshes: LdapRefreshesTable;
    saml_answers: SamlAnswersTable;
    scim_groups: ScimGroupsTable;
    scim_sources: ScimSourcesTable;
    scim_users: ScimUsersTable;
    source_rules: SourceRulesTable;
    source_sessions: SourceSessionsTable;
    sso_keys: SsoKeysTable;
    used_logout_tokens: UsedLogoutTokensTable;
    user_source_links: UserSourceLinksTable;
  }
}
