import { sql } from "kysely";
import type { CallerContext, RequestContext } from "../../../engine/access/context.ts";
import { permission } from "../../../engine/access/rules.ts";
import { caller, type RouteDeclaration } from "../../../engine/http/routes.ts";
import { translate } from "../../../engine/i18n/messages.ts";
import type { Json } from "../../../engine/json.ts";
import { cleanText, escapeLike } from "../../../engine/resource/query/filters.ts";
import { kindText } from "../catalogue/texts.ts";
import { categoryNames, licensedTypes, visibleTypes } from "../catalogue/types.ts";
import type { Licensed } from "../license.ts";
import { text } from "../texts.ts";
import { countAssetsUnder, lineage } from "./closure.ts";
import { currentRootNode, findNodeInScope } from "./scope.ts";
import {
  type AssetItemSource,
  assetItem,
  type NodeItemSource,
  nodeItem,
  treeItemFields,
} from "./tree-items.ts";

/** Most assets put below one node of a tree; who looks for another one searches. */
const mostAssets = 1000;

interface TreeNode extends NodeItemSource {
  readonly org_id: string;
}

const nodeColumns = sql`n.id, n.org_id, n.key, n.parent_key, n.value`;

const inScope = (context: RequestContext, alias: string) =>
  context.organization.isRoot
    ? sql`true`
    : sql`${sql.ref(`${alias}.org_id`)} = ${context.organization.id}::uuid`;

/** Nodes a tree call lists: the root with its first level, or what is below one node; all levels with `all=all`. */
async function listedNodes(context: CallerContext, at: TreeNode | null): Promise<TreeNode[]> {
  const all = context.query.get("all") === "all";
  const root = at ?? (await currentRootNode(context));
  const below = all ? sql`n.key like ${`${root.key}:%`}` : sql`n.parent_id = ${root.id}`;
  const above = context.organization.isRoot ? sql`n.parent_id is null` : sql`n.id = ${root.id}`;
  const start = all && context.organization.isRoot ? sql`true` : sql`(${above} or ${below})`;
  const { rows } = await sql<TreeNode>`
    select ${nodeColumns} from nodes n where ${inScope(context, "n")} and ${at === null ? start : below}
    order by n.value, n.key
  `.execute(context.db);
  return rows;
}

/** The nodes whose name matches, with everything above them, so that the tree can be drawn. */
async function withAncestors(
  context: CallerContext,
  nodes: readonly TreeNode[],
  search: string,
): Promise<TreeNode[]> {
  const needle = search.toLowerCase();
  const found = nodes.filter(({ value }) => value.toLowerCase().includes(needle));
  const keys = [...new Set(found.flatMap(({ key }) => lineage(key)))];
  const { rows } = await sql<TreeNode>`
    select ${nodeColumns} from nodes n where n.key = any(${keys}::text[]) and ${inScope(context, "n")}
    order by n.value, n.key
  `.execute(context.db);
  return rows;
}

interface TreeAsset extends AssetItemSource {
  readonly org_id: string;
}

async function assetItems(
  context: CallerContext,
  condition: ReturnType<typeof sql>,
  parentId: string,
  search: string,
): Promise<Record<string, Json>[]> {
  const pattern = `%${escapeLike(cleanText(search))}%`;
  const matching = search === "" ? sql`true` : sql`(a.name ilike ${pattern} or a.address ilike ${pattern})`;
  const { rows } = await sql<TreeAsset>`
    select a.id, a.org_id, a.name, a.address, a.comment, a.category, a.type, a.is_active, a.protocols from assets a
    where ${condition} and ${matching} and ${inScope(context, "a")} order by a.name, a.id limit ${mostAssets}
  `.execute(context.db);
  const { organizations } = context.services;
  return Promise.all(
    rows.map(async (asset) =>
      assetItem(asset, parentId, await organizations.name(asset.org_id, context.accessVersion)),
    ),
  );
}

async function childrenTree(context: CallerContext): Promise<Json> {
  const { query } = context;
  const asked = query.get("key") || query.get("id") || "";
  const found = asked === "" ? null : await findNodeInScope(context, asked);
  if (asked !== "" && found === null) return [];
  const at: TreeNode | null =
    found === null ? null : { ...found, parent_key: found.key.replace(/:?\d+$/, "") };
  const search = (query.get("search") ?? "").trim();
  const listed = await listedNodes(context, at);
  const nodes = search === "" ? listed : await withAncestors(context, listed, search);
  const counts = await countAssetsUnder(
    context.db,
    nodes.map(({ id }) => id),
  );
  const items = nodes.map((node) => nodeItem(node, counts.get(node.id) ?? 0));
  if (query.get("assets") !== "1" || at === null) return items;
  const direct = sql`a.id in (select asset_id from asset_nodes where node_id = ${at.id})`;
  return [...items, ...(await assetItems(context, direct, at.key, search))];
}

interface PlatformCount {
  readonly id: number;
  readonly name: string;
  readonly category: string;
  readonly type: string;
  readonly count: number;
}

async function countByPlatform(
  context: CallerContext,
  resource: string,
  licensed: boolean,
): Promise<PlatformCount[]> {
  const counted =
    resource === "account"
      ? sql`select a.platform_id, count(*) as count from accounts c join assets a on a.id = c.asset_id
            where ${inScope(context, "a")} group by 1`
      : sql`select a.platform_id, count(*) as count from assets a where ${inScope(context, "a")} group by 1`;
  const visible = licensed ? sql`true` : sql`not (p.type = any(${[...licensedTypes]}::text[]))`;
  const { rows } = await sql<PlatformCount>`
    select p.id, p.name, p.category, p.type, coalesce(counted.count, 0)::int as count
    from platforms p left join (${counted}) counted on counted.platform_id = p.id
    where ${visible} order by p.id
  `.execute(context.db);
  return rows;
}

const sum = (platforms: readonly PlatformCount[]): number =>
  platforms.reduce((total, { count }) => total + count, 0);

async function categoryTree(context: CallerContext, licensed: boolean): Promise<Json> {
  const { query, language } = context;
  const withAssets = query.get("assets") === "1";
  const key = query.get("key") ?? "";
  if (key !== "") {
    if (!withAssets || !/^\d{1,9}$/.test(key)) return [];
    return assetItems(context, sql`a.platform_id = ${Number(key)}`, key, "");
  }
  const platforms = await countByPlatform(context, query.get("count_resource") ?? "asset", licensed);
  const custom = [
    ...new Set(platforms.filter(({ category }) => category === "custom").map(({ type }) => type)),
  ];
  const types = [
    ...visibleTypes(licensed).map(({ category, value, label }) => ({
      category,
      value,
      label: translate(label, language),
    })),
    ...custom.map((value) => ({ category: "custom", value, label: value })),
  ];
  const rootLabel = translate(text.allTypes, language);
  const items: Json[] = [
    { id: "ROOT", name: rootLabel, title: rootLabel, pId: "", open: true, isParent: true },
  ];
  for (const category of categoryNames) {
    const own = platforms.filter((platform) => platform.category === category);
    const label = translate(kindText[category], language);
    const categoryId = `ROOT_${category.toUpperCase()}`;
    items.push({
      id: categoryId,
      name: `${label}(${sum(own)})`,
      title: label,
      pId: "ROOT",
      open: true,
      isParent: true,
      meta: { type: "category", category, _type: category },
    });
    for (const type of types.filter((one) => one.category === category)) {
      const members = own.filter((platform) => platform.type === type.value);
      const typeId = `${categoryId}_${type.value}`;
      items.push({
        id: typeId,
        name: `${type.label}(${sum(members)})`,
        title: type.label,
        pId: categoryId,
        open: false,
        isParent: members.length > 0,
        meta: { type: "type", category, _type: type.value },
      });
      for (const { id, name, count } of members) {
        items.push({
          id: String(id),
          name: `${name}(${count})`,
          title: name,
          pId: typeId,
          isParent: withAssets,
          meta: { type: "platform" },
        });
      }
    }
  }
  return items;
}

/** The trees of the asset pages. Contract: docs/contract/assets.md, "Trees". */
export function treeRoutes(licensed: Licensed): RouteDeclaration[] {
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
      handle: async (context) => ({ body: await categoryTree(caller(context), licensed()) }),
    },
  ];
}
