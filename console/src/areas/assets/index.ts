import { lazy } from "react";

export { AssetInput, AssetsInput } from "./asset-picker.tsx";
export { readConnectivity } from "./connectivity.tsx";
export { followName, SECRET_FIELDS, secretOverrides, withSecret } from "./forms/account-secret.ts";
export { AssetTrees } from "./nodes/asset-trees.tsx";
export { NodeTree } from "./nodes/node-tree.tsx";
export { ASSET_OPTIONS, ASSETS, NODE_OPTIONS } from "./resources.ts";

/** Adds a machine with an account, and tests both. */
export const AddHostDialog = lazy(() => import("./add-host/add-host-dialog.tsx"));
