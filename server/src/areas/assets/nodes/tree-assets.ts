import { sql } from "kysely";
import type { CallerContext, RequestContext } from "../../../engine/access/index.ts";
import type { Json } from "../../../engine/json.ts";
import { cleanText, escapeLike } from "../../../engine/resource/index.ts";
import { type AssetItemSource, assetItem } from "./tree-items.ts";

/** Most assets put below one node of a tree; who looks for another one searches. */
const mostAssets = 1000;

/** That rows of the table with this alias are of the request's organization. */
export const inScope = (context: RequestContext, alias: string) =>
  context.organization.isRoot
    ? sql`true`
    : sql`${sql.ref(`${alias}.org_id`)} = ${context.organization.id}::uuid`;

interface TreeAsset extends AssetItemSource {
  readonly org_id: string;
}

/**
 * Items of the assets a condition on `a` (assets) chooses, below the item `parentId`, by name.
 * @param search part of a name or an address; empty for all
 */
export async function assetItems(
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
