import { sql } from "kysely";
import { cleanText, custom, type Filter } from "../../engine/resource/index.ts";
import { assetsTable, underNode } from "../assets/index.ts";

/** Rows on assets whose column `a.…` is the value. */
export const onAsset = (column: string): Filter =>
  custom((value) =>
    value === ""
      ? null
      : sql<boolean>`t.asset_id in (select a.id from ${assetsTable} a where ${sql.raw(column)} = ${cleanText(value)})`,
  );

/** Rows on assets of a platform, by its id. */
export const onPlatform: Filter = custom((value) =>
  /^\d{1,9}$/.test(value)
    ? sql<boolean>`t.asset_id in (select a.id from ${assetsTable} a where a.platform_id = ${Number(value)})`
    : null,
);

/** Rows on assets in a node, or anywhere below it. */
export const inNode: Filter = custom((value, context) =>
  underNode(value, context, { asset: "t.asset_id", organization: "t.org_id" }),
);
