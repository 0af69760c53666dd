import { sql } from "kysely";
import type { RequestContext } from "../../../engine/access/index.ts";
import { isUuid } from "../../../engine/resource/index.ts";
import { type Category, categoryNames } from "../catalogue/types.ts";

/** What the metadata of an asset depends on. */
interface DescribedAsset {
  readonly platform_id: number;
  readonly category: Category;
}

/** The asset in the path of a request for metadata; null on a list route, and where there is none in scope. */
export async function describedAsset(
  context: RequestContext,
  key: string | null,
): Promise<DescribedAsset | null> {
  if (key === null || !isUuid(key)) return null;
  const { organization } = context;
  const scope = organization.isRoot ? sql<boolean>`true` : sql<boolean>`org_id = ${organization.id}`;
  const asset = await context.db
    .selectFrom("assets")
    .select(["platform_id", "category"])
    .where("id", "=", key)
    .where(scope)
    .executeTakeFirst();
  return asset === undefined ? null : { ...asset, category: asset.category as Category };
}

/** The category metadata is asked for: of the query, of the path, or of the asset. */
export async function describedCategory(
  context: RequestContext,
  key: string | null,
  own: Category | null,
): Promise<Category | null> {
  const asked = categoryNames.find((name) => name === context.query.get("category"));
  return asked ?? own ?? (await describedAsset(context, key))?.category ?? null;
}
