// Written by `npm run types:tables`: from the migrated database and owned-tables.json.
import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { Json, JsonObject } from "../../engine/json.ts";
import type { AssetProtocol } from "./asset-protocol.ts";

/** The sealed values of fields that custom platforms declare. */
export interface AssetCustomSecretsTable {
  readonly asset_id: string;
  readonly name: string;
  readonly secret_sealed: string;
}

/** Which asset has which label. */
export interface AssetLabelsTable {
  readonly asset_id: string;
  readonly label_id: string;
}

/** Which assets hang directly on a node. */
export interface AssetNodesTable {
  readonly asset_id: string;
  readonly node_id: string;
}

/** The machines and services people reach. */
export interface AssetsTable {
  readonly id: Generated<string>;
  readonly org_id: string;
  readonly name: string;
  readonly address: string;
  readonly platform_id: number;
  readonly category: string;
  readonly type: string;
  readonly domain_id: string | null;
  readonly protocols: ColumnType<AssetProtocol[], string | undefined, string>;
  readonly is_active: Generated<boolean>;
  readonly connectivity: Generated<string>;
  readonly date_verified: Date | null;
  readonly gathered_info: ColumnType<JsonObject, string | undefined, string>;
  readonly comment: Generated<string>;
  readonly search_text: GeneratedAlways<string>;
  readonly db_name: string | null;
  readonly use_ssl: boolean | null;
  readonly ca_cert: string | null;
  readonly client_cert: string | null;
  readonly client_key: string | null;
  readonly allow_invalid_cert: boolean | null;
  readonly autofill: string | null;
  readonly username_selector: string | null;
  readonly password_selector: string | null;
  readonly submit_selector: string | null;
  readonly script: ColumnType<Json[] | null, string | null | undefined, string | null>;
  readonly proxy: string | null;
  readonly custom_info: ColumnType<JsonObject | null, string | null | undefined, string | null>;
  readonly created_by: string | null;
  readonly updated_by: string | null;
  readonly date_created: Generated<Date>;
  readonly date_updated: Generated<Date>;
  readonly address_inet: GeneratedAlways<string | null>;
}

/** Networks that are reached through gateways. */
export interface DomainsTable {
  readonly id: Generated<string>;
  readonly org_id: string;
  readonly name: string;
  readonly comment: Generated<string>;
  readonly created_by: string | null;
  readonly updated_by: string | null;
  readonly date_created: Generated<Date>;
  readonly date_updated: Generated<Date>;
}

/** The labels of assets. */
export interface LabelsTable {
  readonly id: Generated<string>;
  readonly org_id: string;
  readonly name: string;
  readonly value: string;
  readonly category: Generated<string>;
  readonly is_active: Generated<boolean>;
  readonly comment: Generated<string>;
  readonly created_by: string | null;
  readonly updated_by: string | null;
  readonly date_created: Generated<Date>;
  readonly date_updated: Generated<Date>;
}

/** Which assets lie below a node, at any depth. Maintained by triggers on asset_nodes and by node moves. */
export interface NodeSubtreeAssetsTable {
  readonly org_id: string;
  readonly node_id: string;
  readonly asset_id: string;
  readonly links: number;
}

/** The tree of nodes. */
export interface NodesTable {
  readonly id: Generated<string>;
  readonly org_id: string;
  readonly parent_id: string | null;
  readonly key: string;
  readonly parent_key: GeneratedAlways<string>;
  readonly value: string;
  readonly full_value: string;
  readonly next_child: Generated<number>;
  readonly created_by: string | null;
  readonly updated_by: string | null;
  readonly date_created: Generated<Date>;
  readonly date_updated: Generated<Date>;
}

/** What automation may do on the assets of a platform. */
export interface PlatformAutomationsTable {
  readonly platform_id: number;
  readonly ansible_enabled: Generated<boolean>;
  readonly ansible_config: ColumnType<JsonObject, string | undefined, string>;
  readonly ping_enabled: Generated<boolean>;
  readonly ping_method: string | null;
  readonly ping_params: ColumnType<Json, string | undefined, string>;
  readonly gather_facts_enabled: Generated<boolean>;
  readonly gather_facts_method: string | null;
  readonly gather_facts_params: ColumnType<Json, string | undefined, string>;
  readonly change_secret_enabled: Generated<boolean>;
  readonly change_secret_method: string | null;
  readonly change_secret_params: ColumnType<Json, string | undefined, string>;
  readonly push_account_enabled: Generated<boolean>;
  readonly push_account_method: string | null;
  readonly push_account_params: ColumnType<Json, string | undefined, string>;
  readonly verify_account_enabled: Generated<boolean>;
  readonly verify_account_method: string | null;
  readonly verify_account_params: ColumnType<Json, string | undefined, string>;
  readonly gather_accounts_enabled: Generated<boolean>;
  readonly gather_accounts_method: string | null;
  readonly gather_accounts_params: ColumnType<Json, string | undefined, string>;
}

/** The protocols of a platform, and how each is set. */
export interface PlatformProtocolsTable {
  readonly id: Generated<number>;
  readonly platform_id: number;
  readonly name: string;
  readonly port: number;
  readonly is_primary: Generated<boolean>;
  readonly is_required: Generated<boolean>;
  readonly is_default: Generated<boolean>;
  readonly is_public: Generated<boolean>;
  readonly setting: ColumnType<JsonObject, string | undefined, string>;
}

/** What assets are: their protocols, and how they are worked with. */
export interface PlatformsTable {
  readonly id: Generated<number>;
  readonly name: string;
  readonly category: string;
  readonly type: string;
  readonly internal: Generated<boolean>;
  readonly charset: Generated<string>;
  readonly domain_enabled: Generated<boolean>;
  readonly su_enabled: Generated<boolean>;
  readonly su_method: string | null;
  readonly custom_fields: ColumnType<Json[], string | undefined, string>;
  readonly comment: Generated<string>;
  readonly created_by: string | null;
  readonly updated_by: string | null;
  readonly date_created: Generated<Date>;
  readonly date_updated: Generated<Date>;
}

declare module "../../engine/database/database.ts" {
  interface Database {
    asset_custom_secrets: AssetCustomSecretsTable;
    asset_labels: AssetLabelsTable;
    asset_nodes: AssetNodesTable;
    assets: AssetsTable;
    domains: DomainsTable;
    labels: LabelsTable;
    node_subtree_assets: NodeSubtreeAssetsTable;
    nodes: NodesTable;
    platform_automations: PlatformAutomationsTable;
    platform_protocols: PlatformProtocolsTable;
    platforms: PlatformsTable;
  }
}
