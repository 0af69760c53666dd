import { lazy } from "react";

export { AddHostDialog } from "./add-host/lazy-add-host-dialog.ts";
export { AssetInput, AssetsInput } from "./asset-picker.tsx";
export { type AssetCategory, useCategories } from "./categories.ts";
export { readConnectivity } from "./connectivity.tsx";
export { followName, SECRET_FIELDS, secretOverrides, withSecret } from "./forms/account-secret.ts";
export { useMethodFields } from "./forms/method-fields.ts";
export { AssetTrees } from "./nodes/asset-trees.tsx";
export { NodeTree } from "./nodes/node-tree.tsx";
export { ASSET_OPTIONS, ASSETS, LABEL_OPTIONS, NODE_OPTIONS, PLATFORM_OPTIONS } from "./resources.ts";

/** Enters the parameters of a method of automation. */
export const ParametersDialog = lazy(() => import("./platforms/parameters-dialog.tsx"));
