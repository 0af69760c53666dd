export { AssetInput, AssetsInput } from "./asset-picker.tsx";
export { AssetTrees } from "./asset-trees.tsx";
export { followName, SECRET_FIELDS, secretOverrides, withSecret } from "./forms/account-secret.ts";
export { NodeTree } from "./node-tree.tsx";
export { ASSET_OPTIONS, ASSETS, NODE_OPTIONS } from "./resources.ts";
