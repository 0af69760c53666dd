import { sql } from "kysely";
import type { CallerContext } from "../../../engine/access/index.ts";
import { recordOperation } from "../../../engine/audit/index.ts";
import { ValidationError } from "../../../engine/errors.ts";
import { text as engineText, withParameters } from "../../../engine/i18n/index.ts";
import { isObject, type Json, plainText, typeName } from "../../../engine/json.ts";
import { isUuid } from "../../../engine/resource/index.ts";
import { text } from "../texts.ts";
import { organizationRootNode } from "./scope.ts";
import type { Node } from "./tree.ts";
import { takeLock } from "./tree-locks.ts";

/** Most assets of one call. */
const mostAssets = 100_000;

/** What is done with the assets: put into the node too, put into it alone, or taken out of it. */
export type LinkChange = "add" | "replace" | "remove";

/** Changes which assets sit in a node. Contract: docs/contract/assets.md, "Assets of a node". */
export async function changeNodeAssets(
  context: CallerContext,
  node: Node,
  change: LinkChange,
  body: unknown,
): Promise<Json> {
  const ids = await readAssets(context, node, body);
  const { db } = context;
  const list = sql`${ids}::uuid[]`;
  if (change !== "add") await takeAssets(context, node.org_id, ids);
  if (change === "remove") {
    await sql`delete from asset_nodes where node_id = ${node.id} and asset_id = any(${list})`.execute(db);
    await adoptOrphans(context, node.org_id, ids);
  } else {
    if (change === "replace") {
      await sql`delete from asset_nodes where node_id <> ${node.id} and asset_id = any(${list})`.execute(db);
    }
    await sql`
      insert into asset_nodes (asset_id, node_id) select asset_id, ${node.id} from unnest(${list}) as asset_id
      on conflict do nothing
    `.execute(db);
  }
  await recordOperation(context, {
    action: "update",
    type: text.node,
    name: node.full_value,
    id: node.id,
    organizationId: node.org_id,
    changes: [
      {
        field: "assets",
        label: { en: text.asset.en, zh: text.asset.zh, ja: text.asset.ja },
        before: change === "remove" ? ids.slice(0, 100) : [],
        after: change === "remove" ? [] : ids.slice(0, 100),
      },
    ],
  });
  const assets = await db
    .selectFrom("asset_nodes")
    .select("asset_id")
    .where("node_id", "=", node.id)
    .execute();
  return {
    assets: assets.map(({ asset_id }) => asset_id),
    org_id: node.org_id,
    org_name: await context.services.organizations.name(node.org_id, context.accessVersion),
  };
}

/**
 * Keeps others from moving the same assets until the transaction ends, so that they end up where one of them said.
 * @throws ApiError 409 while another such call takes assets out of nodes.
 */
async function takeAssets(
  { db }: CallerContext,
  organizationId: string,
  ids: readonly string[],
): Promise<void> {
  await takeLock(db, organizationId, "assets");
  await sql`
    select 1 from assets where id = any(${[...ids]}::uuid[]) order by id for no key update
  `.execute(db);
}

/** Assets in no node at all go to the root of their organization. */
async function adoptOrphans(
  context: CallerContext,
  organizationId: string,
  ids: readonly string[],
): Promise<void> {
  const root = await organizationRootNode(context, organizationId);
  await sql`
    insert into asset_nodes (asset_id, node_id) select a.id, ${root.id} from assets a
    where a.id = any(${[...ids]}::uuid[]) and not exists (select 1 from asset_nodes l where l.asset_id = a.id)
    on conflict do nothing
  `.execute(context.db);
}

async function readAssets(context: CallerContext, node: Node, body: unknown): Promise<string[]> {
  const given = isObject(body) ? body.assets : undefined;
  if (given === undefined) throw new ValidationError({ assets: [engineText.required] });
  if (!Array.isArray(given)) {
    throw new ValidationError({ assets: [withParameters(engineText.notList, { type: typeName(given) })] });
  }
  if (given.length > mostAssets) {
    throw new ValidationError({ assets: [withParameters(engineText.tooLarge, { limit: mostAssets })] });
  }
  const ids = given.map((item) => plainText(isObject(item) ? (item.id ?? item.pk) : item).toLowerCase());
  const { rows } = await sql<{ id: string }>`
    select id from assets where id = any(${ids.filter(isUuid)}::uuid[]) and org_id = ${node.org_id}
  `.execute(context.db);
  const found = new Set(rows.map(({ id }) => id));
  const missing = ids.filter((id) => !found.has(id));
  if (missing.length > 0) {
    throw new ValidationError({
      assets: missing
        .slice(0, 20)
        .map((pk) => withParameters(engineText.objectMissing, { pk: pk.slice(0, 64) })),
    });
  }
  return [...found];
}
