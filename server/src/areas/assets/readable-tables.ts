import { readableTable } from "../../engine/database/index.ts";

/** The labels of assets. */
export const assetLabelsTable = readableTable("asset_labels", ["label_id", "asset_id"]);

/** Which assets hang directly on a node. */
export const assetNodesTable = readableTable("asset_nodes", ["asset_id", "node_id"]);

/** The assets. */
export const assetsTable = readableTable("assets", [
  "id",
  "date_created",
  "date_updated",
  "org_id",
  "name",
  "address",
  "type",
  "category",
  "platform_id",
  "protocols",
  "domain_id",
  "connectivity",
  "is_active",
  "db_name",
  "use_ssl",
  "allow_invalid_cert",
  "ca_cert",
  "client_cert",
  "client_key",
  "comment",
]);

/** The domains of assets. */
export const domainsTable = readableTable("domains", ["id", "name"]);

/** The labels. */
export const labelsTable = readableTable("labels", ["id", "name", "value", "is_active"]);

/** Which assets are below a node, at any depth: kept by triggers, so that nobody walks the tree. */
export const nodeSubtreeAssetsTable = readableTable("node_subtree_assets", ["node_id", "asset_id"]);

/** The tree of nodes. */
export const nodesTable = readableTable("nodes", [
  "key",
  "id",
  "value",
  "org_id",
  "parent_id",
  "full_value",
  "parent_key",
]);

/** What a platform lets automation do. */
export const platformAutomationsTable = readableTable("platform_automations", [
  "ansible_enabled",
  "ansible_config",
  "platform_id",
  "ping_enabled",
  "gather_facts_enabled",
  "push_account_enabled",
  "push_account_method",
  "change_secret_enabled",
  "change_secret_method",
  "gather_accounts_enabled",
]);

/** The protocols of a platform, and how each is set. */
export const platformProtocolsTable = readableTable("platform_protocols", ["platform_id", "name", "setting"]);

/** The platforms assets are of. */
export const platformsTable = readableTable("platforms", [
  "name",
  "id",
  "su_enabled",
  "domain_enabled",
  "internal",
  "charset",
  "su_method",
]);
