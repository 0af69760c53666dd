import type { Area } from "../../engine/area.ts";
import { assetHolders } from "./asset-holders.ts";
import { assetPermissions } from "./asset-permissions.ts";
import { coveredObjects } from "./covered-objects.ts";
import { favoriteAssetsRoute } from "./favorites.ts";
import { groupRoutes } from "./group-routes.ts";
import { registerHousekeeping } from "./housekeeping.ts";
import { myAssetRoutes } from "./my-assets.ts";
import { myTreeRoutes } from "./my-tree.ts";
import { permissionRelations } from "./permission-relations.ts";
import "./tables.ts";

export type { PermittedAccount } from "./account-rules.ts";
export { actionBits, actionNames, describeActions, presentActions } from "./actions.ts";
export { effectiveAccount } from "./effective-permissions.ts";

registerHousekeeping();

/** Asset permissions and what they let each user see. Contract: docs/contract/permissions.md. */
export const permissionsArea: Area = {
  name: "permissions",
  resources: [assetPermissions, ...permissionRelations],
  routes: [
    ...assetHolders,
    ...coveredObjects,
    ...myAssetRoutes,
    ...myTreeRoutes,
    ...groupRoutes,
    favoriteAssetsRoute,
  ],
};
