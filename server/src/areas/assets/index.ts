import type { Area } from "../../engine/area.ts";
import { organizationIds } from "../organizations/index.ts";
import { type AssetResourceOptions, assetResource, certificateColumns } from "./assets/asset-resource.ts";
import { assetCollections } from "./assets/category-fields.ts";
import { customSecretColumn } from "./assets/custom-info-field.ts";
import { categoryRoutes } from "./catalogue/category-routes.ts";
import type { DeclaredMethod } from "./catalogue/declared-methods.ts";
import { assetGatewayRoutes } from "./domains/asset-gateways.ts";
import { domainsResource } from "./domains/domain-resource.ts";
import { gatewaysResource } from "./domains/gateway-resource.ts";
import { labelsResource } from "./labels/label-resource.ts";
import { nodeChildrenResource, nodesResource } from "./nodes/node-resource.ts";
import { nodeRoutes } from "./nodes/node-routes.ts";
import { nightlyRecountTask, recountRoute, recountTask } from "./nodes/recount-task.ts";
import { ensureRootNode } from "./nodes/tree.ts";
import { treeRoutes } from "./nodes/tree-routes.ts";
import { organizationExtensions } from "./organization-extensions.ts";
import { platformsResource } from "./platforms/platforms.ts";
import { protocolSettingsResource } from "./platforms/protocol-settings.ts";
import { seedPlatforms } from "./platforms/seed.ts";
import "./tables.ts";

export type { AssetProtocol } from "./asset-protocol.ts";
export { connectivityChoices } from "./assets/asset-fields.ts";
export {
  type AssetFacts,
  assetFilterSubject,
  loadAssetFacts,
  loadManyAssetFacts,
} from "./assets/asset-filter.ts";
export { underNode } from "./assets/asset-filters.ts";
export { type Connectivity, saveAssetConnectivity, saveGatheredInfo } from "./assets/automation-results.ts";
export { connectionFacts, connectorFacts } from "./assets/connection-facts.ts";
export type { CreationListener } from "./assets/created-assets.ts";
export {
  type DatabaseColumns,
  databaseSpecification,
  findDatabaseSpecification,
} from "./assets/database-specification.ts";
export type { InlineAccounts } from "./assets/inline-accounts.ts";
export { namedAsset } from "./assets/named-asset.ts";
export {
  commandsOf,
  type DeclaredMethod,
  MethodProblem,
  readDeclaredMethods,
} from "./catalogue/declared-methods.ts";
export { protocolLabel, protocolsRefusing, secretTypesOf } from "./catalogue/protocols.ts";
export { assetsUnderNodes, countAssetsUnder, lineage } from "./nodes/closure.ts";
export { nodeInScope } from "./nodes/scope.ts";
export { type AssetItemSource, assetItem, nodeItem } from "./nodes/tree-items.ts";
export { loadAutoConfigs } from "./platforms/automation-fields.ts";
export { categoryChoices, typeChoices } from "./platforms/platform-fields.ts";
export { sftpFolderOf } from "./platforms/sftp-folder.ts";
export {
  assetLabelsTable,
  assetNodesTable,
  assetsTable,
  domainsTable,
  labelsTable,
  nodeSubtreeAssetsTable,
  nodesTable,
  platformAutomationsTable,
  platformProtocolsTable,
  platformsTable,
} from "./readable-tables.ts";

/** What the area is made with. */
export interface AssetsOptions extends AssetResourceOptions {
  /** Methods of automation that the installation declares in files. */
  readonly methods?: readonly DeclaredMethod[];
}

/**
 * Assets: platforms, the node tree, and the machines and services people reach. Contract: docs/contract/assets.md.
 */
export function createAssetsArea(options: AssetsOptions): Area {
  const assets = assetResource(null, options);
  const categories = assetCollections.map((collection) => assetResource(collection, options));
  const gateways = gatewaysResource(options);
  const methods = options.methods ?? [];
  return {
    name: "assets",
    ...organizationExtensions,
    resources: [
      platformsResource,
      protocolSettingsResource,
      nodesResource,
      nodeChildrenResource,
      assets,
      ...categories,
      gateways,
      domainsResource(gateways, options.accounts),
      labelsResource,
    ],
    routes: [
      ...categoryRoutes(methods),
      ...treeRoutes(options),
      ...nodeRoutes(assets),
      recountRoute,
      ...assetGatewayRoutes([assets, ...categories, gateways], gateways),
    ],
    tasks: [recountTask, nightlyRecountTask],
    automationMethods: methods,
    sealed: [...certificateColumns, customSecretColumn],
    bootstrap: async (services) => {
      await seedPlatforms(services.db);
      const version = 0;
      const name = await services.organizations.name(organizationIds.default, version);
      await ensureRootNode(services.db, organizationIds.default, name);
    },
  };
}
