import type { Area } from "../../engine/area.ts";
import { defineJob } from "../../engine/jobs/index.ts";
import { assetHolders } from "./asset-holders.ts";
import { assetPermissions } from "./asset-permissions.ts";
import { coveredObjects } from "./covered-objects.ts";
import { expiryNoticesJob } from "./expiry-notices.ts";
import { explainRoute } from "./explain/explain-route.ts";
import { extensions } from "./extensions.ts";
import { favoriteAssetRoutes } from "./favorites.ts";
import { forwardingRoutes } from "./forwarding.ts";
import { groupRoutes } from "./group-routes.ts";
import { myAssetRoutes } from "./my-assets.ts";
import { myCategoryTreeRoutes } from "./my-category-tree.ts";
import { myTreeRoutes } from "./my-tree.ts";
import { permissionRelations } from "./permission-relations.ts";
import { foldGrantChanges } from "./permission-scope.ts";
import { previewRoute } from "./preview/preview-route.ts";
import "./tables.ts";

export { needsTypedSecret, type PermittedAccount } from "./account-rules.ts";
export {
  actionBits,
  actionLabels,
  actionNames,
  actionTree,
  describeActions,
  presentActions,
} from "./actions.ts";
export { effectiveAccount, effectiveAccounts } from "./effective-permissions.ts";
export type { ExplainedRule, RuleExplainer, RuleQuestion } from "./explain/rule-explainers.ts";
export { forwardingAccounts } from "./forwarding.ts";
export { hasGrant } from "./has-grant.ts";
export { permissionGrounds } from "./permission-grounds.ts";
export { permittedTime, type RunningSession } from "./permitted-time.ts";
export type { LiveSession } from "./preview/ending-sessions.ts";
export { createTicketPermission } from "./ticket-permission.ts";
export { findUsableAssets, type UsableAsset, type UsableAssetQuery, usableNodes } from "./usable-assets.ts";
export { isMember } from "./valid-permissions.ts";

/** Called when permissions, or members of groups, have changed (migration 0130). */
export const permissionsChannel = "permissions.changed";

/** Asset permissions and what they let each user see. Contract: docs/contract/permissions.md. */
export const permissionsArea: Area = {
  name: "permissions",
  ...extensions,
  resources: [assetPermissions, ...permissionRelations],
  jobs: [
    expiryNoticesJob,
    defineJob({
      name: "permissions.fold-grant-changes",
      schedule: { everySeconds: 10 },
      run: ({ db }) => foldGrantChanges(db),
    }),
  ],
  routes: [
    ...coveredObjects,
    ...assetHolders,
    ...myAssetRoutes,
    ...myTreeRoutes,
    ...myCategoryTreeRoutes,
    ...groupRoutes,
    ...favoriteAssetRoutes,
    explainRoute,
    previewRoute,
    ...forwardingRoutes,
  ],
};
