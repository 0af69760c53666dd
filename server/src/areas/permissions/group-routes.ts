import { sql } from "kysely";
import { type CallerContext, permission } from "../../engine/access/index.ts";
import { NotFound } from "../../engine/errors.ts";
import {
  caller,
  type RouteAnswer,
  type RouteDeclaration,
  type RouteRequest,
} from "../../engine/http/index.ts";
import type { Json } from "../../engine/json.ts";
import { isUuid, scopedList } from "../../engine/resource/index.ts";
import { nodeItem } from "../assets/index.ts";
import { userGroupsTable } from "../users/index.ts";
import { groupAccounts } from "./effective-permissions.ts";
import { nodeList, searchedNodes } from "./granted-nodes.ts";
import { assetsBelowNode, presentAccounts, requireUsableAsset } from "./granted-objects.ts";
import { type GrantedNode, type GrantedTree, grantedChildren, nodeBy } from "./granted-tree.ts";
import { permissionScope } from "./permission-scope.ts";
import { permittedAssetRows } from "./permitted-asset-fields.ts";
import { permittedWithin } from "./permitted-assets.ts";
import { text } from "./texts.ts";
import { wholeGrantedTree } from "./whole-tree.ts";

/**
 * No role can hold the contract's own code; whoever may see what each user is granted may see it of a group too.
 */
const access = permission("perms.view_usergroupassets|perms.view_userassets");

const base = "/api/v1/perms/user-groups/:group/";

/** What the valid permissions of the group in the path grant, in the group's organization. */
async function treeOfGroup(context: CallerContext, { params }: RouteRequest): Promise<GrantedTree> {
  const { db, organization } = context;
  const id = params.group ?? "";
  const { rows } = isUuid(id)
    ? await sql<{ id: string; org_id: string }>`
        select g.id, g.org_id from ${userGroupsTable} g where g.id = ${id}::uuid
          and ${organization.isRoot ? sql`true` : sql`g.org_id = ${organization.id}::uuid`}
      `.execute(db)
    : { rows: [] };
  const [group] = rows;
  if (group === undefined) throw new NotFound(text.userGroups);
  return { ...(await permissionScope(db, "group", group.id, group.org_id)), ungroupDirect: false };
}

/** The nodes below the one a request names by `key` or `id`; without, the roots. */
async function level(context: CallerContext, tree: GrantedTree): Promise<GrantedNode[]> {
  const asked = context.query.get("key") || context.query.get("id") || "";
  if (asked === "") return grantedChildren(context.db, tree, null);
  const node = await nodeBy(context.db, tree, isUuid(asked) ? { id: asked } : { key: asked });
  return node === null ? [] : grantedChildren(context.db, tree, node.key);
}

/** Groups' trees show the names of nodes alone. */
const treeItem = (node: GrantedNode): Json => ({
  ...nodeItem(node, node.amount),
  name: node.value,
  title: node.value,
});

function route(
  path: string,
  title: string,
  handle: (context: CallerContext, tree: GrantedTree, request: RouteRequest) => Promise<RouteAnswer>,
): RouteDeclaration {
  return {
    methods: ["GET"],
    path: `${base}${path}/`,
    access,
    title,
    handle: async (context, request) => {
      const known = caller(context);
      return handle(known, await treeOfGroup(known, request), request);
    },
  };
}

/** `GET perms/user-groups/{id}/…`. Contract: docs/contract/permissions.md, section 10. */
export const groupRoutes: readonly RouteDeclaration[] = [
  scopedList({
    path: `${base}assets/`,
    access,
    rows: permittedAssetRows,
    within: async (context, request) => permittedWithin(context.db, await treeOfGroup(context, request)),
  }),
  scopedList({
    path: `${base}nodes/:node/assets/`,
    access,
    rows: permittedAssetRows,
    within: async (context, request) =>
      assetsBelowNode(context, await treeOfGroup(context, request), request.params.node ?? ""),
  }),
  route("nodes", "User Group Permed Node List", async (context, tree, { url }) => ({
    body: await nodeList(context, url, await wholeGrantedTree(context.db, tree)),
  })),
  route("nodes/children", "User Group Permed Node Children List", async (context, tree, { url }) => ({
    body: await nodeList(context, url, await level(context, tree)),
  })),
  route("nodes/children/tree", "User Group Permed Node Children Tree", async (context, tree) => {
    const nodes = (await searchedNodes(context, tree)) ?? (await level(context, tree));
    return { body: nodes.map(treeItem) };
  }),
  route("assets/:asset/accounts", "User Group Permed Account List", async (context, tree, request) => {
    const asset = await requireUsableAsset(context, request.params.asset ?? "");
    return presentAccounts(context, request, await groupAccounts(context.db, tree, asset));
  }),
];
