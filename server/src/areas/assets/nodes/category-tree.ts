import { sql } from "kysely";
import type { CallerContext } from "../../../engine/access/index.ts";
import { translate } from "../../../engine/i18n/index.ts";
import type { Json } from "../../../engine/json.ts";
import type { InlineAccounts } from "../assets/inline-accounts.ts";
import { kindText } from "../catalogue/texts.ts";
import { categoryNames, platformTypes } from "../catalogue/types.ts";
import { text } from "../texts.ts";
import { assetItems, inScope } from "./tree-assets.ts";

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
  accounts: InlineAccounts,
): Promise<PlatformCount[]> {
  const counted =
    resource === "account"
      ? accounts.countedByPlatform(inScope(context, "a"))
      : sql`select a.platform_id, count(*) as count from assets a where ${inScope(context, "a")} group by 1`;
  const { rows } = await sql<PlatformCount>`
    select p.id, p.name, p.category, p.type, coalesce(counted.count, 0)::int as count
    from platforms p left join (${counted}) counted on counted.platform_id = p.id
    order by p.id
  `.execute(context.db);
  return rows;
}

const sum = (platforms: readonly PlatformCount[]): number =>
  platforms.reduce((total, { count }) => total + count, 0);

/** The tree of categories, types and platforms. Contract: docs/contract/assets.md, "Trees". */
export async function categoryTree(context: CallerContext, accounts: InlineAccounts): Promise<Json> {
  const { query, language } = context;
  const withAssets = query.get("assets") === "1";
  const key = query.get("key") ?? "";
  if (key !== "") {
    if (!withAssets || !/^\d{1,9}$/.test(key)) return [];
    return assetItems(context, sql`a.platform_id = ${Number(key)}`, key, "");
  }
  const platforms = await countByPlatform(context, query.get("count_resource") ?? "asset", accounts);
  const custom = [
    ...new Set(platforms.filter(({ category }) => category === "custom").map(({ type }) => type)),
  ];
  const types = [
    ...platformTypes.map(({ category, value, label }) => ({
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
