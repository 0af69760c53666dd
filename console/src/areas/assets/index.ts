export { AssetInput, AssetsInput } from "./asset-picker.tsx";
export { NodeTree } from "./node-tree.tsx";
export { ASSETS, NODE_OPTIONS } from "./resources.ts";
