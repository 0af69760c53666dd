import type { Area } from "../../engine/area.ts";
import { assetPermissions } from "./asset-permissions.ts";
import { coveredObjects } from "./covered-objects.ts";
import { favoriteAssetsRoute } from "./favorites.ts";
import { registerHousekeeping } from "./housekeeping.ts";
import { myAssetRoutes } from "./my-assets.ts";
import { myTreeRoutes } from "./my-tree.ts";
import { permissionRelations } from "./permission-relations.ts";
import "./tables.ts";

export type { PermittedAccount, VirtualAlias } from "./account-rules.ts";
export { type Action, actionBits, actionNames, actionTree, allActions, presentActions } from "./actions.ts";
export {
  effectiveAccount,
  effectiveAccounts,
  type PermissionUser,
} from "./effective-permissions.ts";
export { isPermitted, permittedAssets } from "./permitted-assets.ts";
export { type PermissionScope, permissionScope } from "./valid-permissions.ts";

registerHousekeeping();

/** Asset permissions and what they let each user see. Contract: docs/contract/permissions.md. */
export const permissionsArea: Area = {
  name: "permissions",
  resources: [assetPermissions, ...permissionRelations],
  routes: [...coveredObjects, ...myAssetRoutes, ...myTreeRoutes, favoriteAssetsRoute],
};
