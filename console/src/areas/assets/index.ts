export { NodeTree, type TreeChoiceHandler, type TreeItem } from "./node-tree.tsx";
export { ASSET_OPTIONS, ASSETS, assetLabel, NODE_OPTIONS } from "./resources.ts";
