// Written by `npm run types:tables`: from the migrated database and owned-tables.json.
import type { ColumnType, Generated } from "kysely";

/** The addresses each endpoint rule is about, as numbers. */
export interface EndpointRuleRangesTable {
  readonly rule_id: string;
  readonly addresses: string;
}

/** Which addresses of targets lead to which endpoint. */
export interface EndpointRulesTable {
  readonly id: Generated<string>;
  readonly name: string;
  readonly ip_group: ColumnType<readonly string[], string | undefined, string>;
  readonly priority: Generated<number>;
  readonly endpoint_id: string | null;
  readonly is_active: Generated<boolean>;
  readonly comment: Generated<string>;
  readonly created_by: string | null;
  readonly updated_by: string | null;
  readonly date_created: Generated<Date>;
  readonly date_updated: Generated<Date>;
}

/** Where client programs connect to. */
export interface EndpointsTable {
  readonly id: Generated<string>;
  readonly name: string;
  readonly host: Generated<string>;
  readonly https_port: Generated<number>;
  readonly http_port: Generated<number>;
  readonly ssh_port: Generated<number | null>;
  readonly rdp_port: Generated<number>;
  readonly mysql_port: Generated<number>;
  readonly mariadb_port: Generated<number>;
  readonly postgresql_port: Generated<number>;
  readonly redis_port: Generated<number>;
  readonly comment: Generated<string>;
  readonly created_by: string | null;
  readonly updated_by: string | null;
  readonly date_created: Generated<Date>;
  readonly date_updated: Generated<Date>;
}

/** The ports at which Oracle databases are listened for. */
export interface OraclePortsTable {
  readonly port: number;
  readonly asset_id: string;
}

declare module "../../engine/database/database.ts" {
  interface Database {
    endpoint_rule_ranges: EndpointRuleRangesTable;
    endpoint_rules: EndpointRulesTable;
    endpoints: EndpointsTable;
    oracle_ports: OraclePortsTable;
  }
}
