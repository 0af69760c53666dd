import { type RawBuilder, sql } from "kysely";
import type { CallerContext } from "../../engine/access/index.ts";
import type { Json } from "../../engine/json.ts";
import { type AssetItemSource, assetItem, assetsTable } from "../assets/index.ts";

/** An asset as trees show it. */
export interface TreeAsset extends AssetItemSource {
  readonly org_id: string;
}

/** The assets (`t`) that meet a condition, below the item `parent`; a function names it for each. */
export async function assetItems(
  context: CallerContext,
  condition: RawBuilder<boolean>,
  parent: string | ((asset: TreeAsset) => string),
  most: number,
): Promise<Json[]> {
  const { organization } = context;
  const { rows } = await sql<TreeAsset>`
    select t.id, t.org_id, t.name, t.address, t.comment, t.category, t.type, t.is_active, t.protocols
    from ${assetsTable} t
    where ${condition} and ${organization.isRoot ? sql`true` : sql`t.org_id = ${organization.id}::uuid`}
    order by t.name, t.id limit ${most}
  `.execute(context.db);
  return presentAssets(context, rows, typeof parent === "string" ? () => parent : parent);
}

/** Assets as items of a tree. */
export async function presentAssets<T extends TreeAsset>(
  context: CallerContext,
  rows: readonly T[],
  parentOf: (row: T) => string,
): Promise<Json[]> {
  const { organizations } = context.services;
  const ids = [...new Set(rows.map(({ org_id }) => org_id))];
  const names = new Map(
    await Promise.all(
      ids.map(async (id) => [id, await organizations.name(id, context.accessVersion)] as const),
    ),
  );
  return rows.map((row) => assetItem(row, parentOf(row), names.get(row.org_id) ?? ""));
}
