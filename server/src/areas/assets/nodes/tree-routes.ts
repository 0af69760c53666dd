import { permission } from "../../../engine/access/index.ts";
import { caller, type RouteDeclaration } from "../../../engine/http/index.ts";
import { createObjects, prepareResource } from "../../../engine/resource/index.ts";
import type { AssetResourceOptions } from "../assets/asset-resource.ts";
import { categoryTree } from "./category-tree.ts";
import { childrenTree } from "./children-tree.ts";
import { nodeChildrenResource } from "./node-resource.ts";
import { treeItemFields } from "./tree-items.ts";

const newChildren = prepareResource(nodeChildrenResource);

/** The trees of the asset pages. Contract: docs/contract/assets.md, "Trees". */
export function treeRoutes({ accounts }: AssetResourceOptions): RouteDeclaration[] {
  return [
    {
      methods: ["GET"],
      path: "/api/v1/assets/nodes/children/tree/",
      access: permission("assets.view_node"),
      title: "Node Children As Tree Api",
      fields: { GET: treeItemFields },
      handle: async (context) => ({ body: await childrenTree(caller(context)) }),
    },
    {
      methods: ["POST"],
      path: "/api/v1/assets/nodes/children/tree/",
      access: permission("assets.add_node"),
      fields: { POST: nodeChildrenResource.fields },
      handle: (context, { body }) => createObjects(newChildren, caller(context), body),
    },
    {
      methods: ["GET"],
      path: "/api/v1/assets/nodes/category/tree/",
      access: permission("assets.view_asset"),
      title: "Category Tree Api",
      fields: { GET: treeItemFields },
      handle: async (context) => ({ body: await categoryTree(caller(context), accounts) }),
    },
  ];
}
