export { AssetInput, AssetsInput } from "./asset-picker.tsx";
export { AssetTrees } from "./asset-trees.tsx";
export { NodeTree } from "./node-tree.tsx";
export { ASSET_OPTIONS, ASSETS, NODE_OPTIONS } from "./resources.ts";
