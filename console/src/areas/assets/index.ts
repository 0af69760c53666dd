export { NodeTree } from "./node-tree.tsx";
export { ASSET_OPTIONS, ASSETS, NODE_OPTIONS } from "./resources.ts";
