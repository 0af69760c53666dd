import { permission } from "../../../engine/access/index.ts";
import { caller, type RouteDeclaration } from "../../../engine/http/index.ts";
import type { AssetResourceOptions } from "../assets/asset-resource.ts";
import { categoryTree } from "./category-tree.ts";
import { childrenTree } from "./children-tree.ts";
import { treeItemFields } from "./tree-items.ts";

/** The trees of the asset pages. Contract: docs/contract/assets.md, "Trees". */
export function treeRoutes({ licensed, accounts }: AssetResourceOptions): RouteDeclaration[] {
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
      methods: ["GET"],
      path: "/api/v1/assets/nodes/category/tree/",
      access: permission("assets.view_asset"),
      title: "Category Tree Api",
      fields: { GET: treeItemFields },
      handle: async (context) => ({ body: await categoryTree(caller(context), licensed(), accounts) }),
    },
  ];
}
