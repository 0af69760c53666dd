import type { Generated, GeneratedAlways, JSONColumnType } from "kysely";
import type { Json, JsonObject } from "../../engine/json.ts";

/** Who made and last changed a row, and when. The engine fills these. */
interface Tracked {
  readonly created_by: string | null;
  readonly updated_by: string | null;
  readonly date_created: Generated<Date>;
  readonly date_updated: Generated<Date>;
}

/** A protocol an asset answers on. */
export interface AssetProtocol {
  readonly name: string;
  readonly port: number;
}

export interface PlatformsTable extends Tracked {
  readonly id: Generated<number>;
  readonly name: string;
  readonly category: string;
  readonly type: string;
  readonly internal: Generated<boolean>;
  readonly charset: Generated<string>;
  readonly domain_enabled: Generated<boolean>;
  readonly su_enabled: Generated<boolean>;
  readonly su_method: string | null;
  readonly custom_fields: JSONColumnType<Json[], string | undefined, string>;
  readonly comment: Generated<string>;
}

export interface PlatformProtocolsTable {
  readonly id: Generated<number>;
  readonly platform_id: number;
  readonly name: string;
  readonly port: number;
  readonly is_primary: Generated<boolean>;
  readonly is_required: Generated<boolean>;
  readonly is_default: Generated<boolean>;
  readonly is_public: Generated<boolean>;
  readonly setting: JSONColumnType<JsonObject, string | undefined, string>;
}

/** Beside these, the `<item>_enabled`, `<item>_method` and `<item>_params` of the six automation items. */
export interface PlatformAutomationsTable {
  readonly platform_id: number;
  readonly ansible_enabled: Generated<boolean>;
  readonly ansible_config: JSONColumnType<JsonObject, string | undefined, string>;
  readonly ping_enabled: Generated<boolean>;
  readonly gather_facts_enabled: Generated<boolean>;
}

export interface NodesTable extends Tracked {
  readonly id: Generated<string>;
  readonly org_id: string;
  readonly parent_id: string | null;
  readonly key: string;
  readonly parent_key: GeneratedAlways<string>;
  readonly value: string;
  readonly full_value: string;
  readonly next_child: Generated<number>;
}

export interface DomainsTable extends Tracked {
  readonly id: Generated<string>;
  readonly org_id: string;
  readonly name: string;
  readonly comment: Generated<string>;
}

export interface LabelsTable extends Tracked {
  readonly id: Generated<string>;
  readonly org_id: string;
  readonly name: string;
  readonly value: string;
  readonly category: Generated<string>;
  readonly is_active: Generated<boolean>;
  readonly comment: Generated<string>;
}

export interface AssetsTable extends Tracked {
  readonly id: Generated<string>;
  readonly org_id: string;
  readonly name: string;
  readonly address: string;
  readonly platform_id: number;
  readonly category: string;
  readonly type: string;
  readonly domain_id: string | null;
  readonly protocols: JSONColumnType<AssetProtocol[], string | undefined, string>;
  readonly is_active: Generated<boolean>;
  readonly connectivity: Generated<string>;
  readonly date_verified: Date | null;
  readonly gathered_info: JSONColumnType<JsonObject, string | undefined, string>;
  readonly comment: Generated<string>;
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
  readonly script: JSONColumnType<Json[]> | null;
  readonly proxy: string | null;
  readonly custom_info: JSONColumnType<JsonObject> | null;
}

export interface AssetCustomSecretsTable {
  readonly asset_id: string;
  readonly name: string;
  readonly secret_sealed: string;
}

export interface AssetNodesTable {
  readonly asset_id: string;
  readonly node_id: string;
}

export interface AssetLabelsTable {
  readonly asset_id: string;
  readonly label_id: string;
}

/** Maintained by triggers on asset_nodes and by node moves; never written elsewhere. */
export interface NodeSubtreeAssetsTable {
  readonly org_id: string;
  readonly node_id: string;
  readonly asset_id: string;
  readonly links: number;
}

declare module "../../engine/database/database.ts" {
  interface Database {
    platforms: PlatformsTable;
    platform_protocols: PlatformProtocolsTable;
    platform_automations: PlatformAutomationsTable;
    nodes: NodesTable;
    domains: DomainsTable;
    labels: LabelsTable;
    assets: AssetsTable;
    asset_custom_secrets: AssetCustomSecretsTable;
    asset_nodes: AssetNodesTable;
    asset_labels: AssetLabelsTable;
    node_subtree_assets: NodeSubtreeAssetsTable;
  }
}
