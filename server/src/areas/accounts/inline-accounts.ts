import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { type CallerContext, requirePermission } from "../../engine/access/index.ts";
import { ValidationError } from "../../engine/errors.ts";
import { text as engineText, withParameters } from "../../engine/i18n/index.ts";
import { isObject, type Json } from "../../engine/json.ts";
import { mapConcurrent } from "../../engine/map-concurrent.ts";
import {
  createObjects,
  type Field,
  isUuid,
  prepareResource,
  presentRows,
  rowsByKey,
} from "../../engine/resource/index.ts";
import { callsAtOnce } from "../../engine/secrets/index.ts";
import { assetsTable, type InlineAccounts } from "../assets/index.ts";
import { accountsResource } from "./account-resource.ts";
import { gatewayAccountsFor } from "./gateway-accounts.ts";
import { openAccountSecret } from "./secrets.ts";
import { switchAsTemplates } from "./templates.ts";
import { text } from "./texts.ts";

/** Fields that make no sense inside an asset. */
const notInline = ["spec_info", "has_secret"];
/** Fields an asset's detail does not show. */
const notShown = [...notInline, "asset", "org_id", "org_name"];

/** The asset of an account made with it is that asset, whatever an item says. */
const assetAround: Field = { type: "field", options: { label: text.asset, writeOnly: true } };

/** Accounts made with an asset and shown with it. Contract: docs/contract/accounts.md, "Accounts with an asset". */
export function createInlineAccounts(): InlineAccounts {
  const declaration = accountsResource();
  const resource = prepareResource(declaration);
  const shown = resource.fields.filter(({ name }) => !notShown.includes(name));
  return {
    children: Object.fromEntries(
      Object.entries(declaration.fields)
        .filter(([name]) => !notInline.includes(name))
        .map(([name, field]) => [name, name === "asset" ? assetAround : field]),
    ),
    create: async (context, assets) => {
      const sources = await clonedAccounts(context, assets);
      const clones: Clone[] = [];
      const bodies = assets.flatMap(({ assetId, items }) =>
        items.map((item) => (isObject(item) ? newAccount({ assetId, item, sources, clones }) : item)),
      );
      await createObjects(resource, context, bodies);
      await switchAsSources(context, clones);
      const assetIds = assets.map(({ assetId }) => assetId);
      await switchAsTemplates(context, sql<boolean>`a.asset_id = any(${assetIds}::uuid[])`);
    },
    load: async (context, assetIds) => {
      const { rows } = await sql<{ id: string; asset_id: string }>`
        select id, asset_id from accounts where asset_id = any(${[...assetIds]}::uuid[]) order by name, id
      `.execute(context.db);
      const found = await rowsByKey(
        resource,
        context,
        rows.map(({ id }) => id),
        shown,
      );
      const objects = await presentRows(found, shown, context);
      const byAsset = new Map<string, Json[]>();
      for (const [index, { asset_id }] of rows.entries()) {
        byAsset.set(asset_id, [...(byAsset.get(asset_id) ?? []), objects[index] ?? {}]);
      }
      return byAsset;
    },
    countedByPlatform: (assets) => sql`
      select a.platform_id, count(*) as count from accounts c join ${assetsTable} a on a.id = c.asset_id
      where ${assets} group by 1
    `,
    forGateways: gatewayAccountsFor,
  };
}

type NewAccounts = Parameters<InlineAccounts["create"]>[1];

/** An account that is there, and the new one that gets its secret. */
interface Clone {
  readonly sourceId: string;
  readonly id: string;
  readonly assetId: string;
}

/** Secrets of the accounts that items are clones of, by id. */
type Sources = ReadonlyMap<string, string | null>;

/** The account an item is a clone of; empty: it is none. */
const sourceIdOf = (item: unknown): string =>
  isObject(item) && typeof item.id === "string" ? item.id.toLowerCase() : "";

/**
 * Looks up what is cloned. Anyone who may see an account may give another one its secret, without getting to see
 * that.
 * @throws ValidationError for items whose account is not there.
 */
async function clonedAccounts(context: CallerContext, assets: NewAccounts): Promise<Sources> {
  const ids = assets.flatMap(({ items }) => items.map(sourceIdOf));
  if (ids.every((id) => id === "")) return new Map();
  requirePermission(context, "accounts.view_account");
  const rows = await context.db
    .selectFrom("accounts")
    .select(["id", "secret_sealed"])
    .where(sql<boolean>`id = any(${[...new Set(ids)].filter(isUuid)}::uuid[])`)
    .where("org_id", "=", context.organization.id)
    .execute();
  const secrets = await mapConcurrent(rows, callsAtOnce, (row) => openAccountSecret(context.services, row));
  const sources = new Map(rows.map(({ id }, index) => [id, secrets[index] ?? null]));
  if (ids.some((id) => id !== "" && !sources.has(id))) {
    const missing = (pk: string) => ({ id: [withParameters(engineText.objectMissing, { pk })] });
    throw new ValidationError(
      ids.map((id) => (id === "" || sources.has(id) ? {} : missing(id.slice(0, 64)))),
    );
  }
  return sources;
}

/** An item as an account of its own; the `id` of a cloned account stands for its secret. */
function newAccount({
  assetId,
  item,
  sources,
  clones,
}: {
  readonly assetId: string;
  readonly item: Readonly<Record<string, unknown>>;
  readonly sources: Sources;
  /** What is cloned is added. */
  readonly clones: Clone[];
}): Record<string, unknown> {
  const { id: _id, su_from: _suFrom, ...rest } = item;
  const sourceId = sourceIdOf(item);
  if (sourceId === "") return { ...rest, asset: assetId };
  const clone = { sourceId, id: randomUUID(), assetId };
  clones.push(clone);
  const secret = sources.get(sourceId) ?? null;
  const isGiven = typeof rest.secret === "string" && rest.secret !== "";
  return { ...rest, asset: assetId, id: clone.id, ...(secret === null || isGiven ? {} : { secret }) };
}

/** Clones switch among themselves as the accounts they were made from do. */
async function switchAsSources({ db }: CallerContext, clones: readonly Clone[]): Promise<void> {
  if (clones.length < 2) return;
  await sql`
    with clones as (
      select * from unnest(
        ${clones.map(({ sourceId }) => sourceId)}::uuid[],
        ${clones.map(({ id }) => id)}::uuid[],
        ${clones.map(({ assetId }) => assetId)}::uuid[]
      ) as c (source_id, id, asset_id)
    )
    update accounts a set su_from_id = other.id
    from clones own
    join accounts source on source.id = own.source_id
    join clones other on other.source_id = source.su_from_id
    where a.id = own.id and other.asset_id = own.asset_id
      and exists (select 1 from accounts b where b.id = other.id)
  `.execute(db);
}
