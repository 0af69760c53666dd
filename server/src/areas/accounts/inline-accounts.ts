import { sql } from "kysely";
import type { CallerContext } from "../../engine/access/context.ts";
import { requirePermission } from "../../engine/access/rules.ts";
import { ValidationError } from "../../engine/errors.ts";
import { withParameters } from "../../engine/i18n/messages.ts";
import { text as engineText } from "../../engine/i18n/texts.ts";
import { isObject, type Json } from "../../engine/json.ts";
import type { Field } from "../../engine/resource/field-kinds/field.ts";
import { createObjects } from "../../engine/resource/operations/create.ts";
import { isUuid } from "../../engine/resource/query/filters.ts";
import { prepareResource } from "../../engine/resource/resource.ts";
import { presentRows } from "../../engine/resource/stages/present.ts";
import { rowsByKey } from "../../engine/resource/stages/rows.ts";
import type { InlineAccounts, Licensed } from "../assets/index.ts";
import { accountsResource } from "./account-resource.ts";
import { openAccountSecret } from "./secrets.ts";
import { text } from "./texts.ts";

/** Fields that make no sense inside an asset. */
const notInline = ["spec_info", "has_secret"];
/** Fields an asset's detail does not show. */
const notShown = [...notInline, "asset", "org_id", "org_name"];

/** The asset of an account made with it is that asset, whatever an item says. */
const assetAround: Field = { type: "field", options: { label: text.asset, writeOnly: true } };

/** Accounts made with an asset and shown with it. Contract: docs/contract/accounts.md, "Accounts with an asset". */
export function createInlineAccounts(licensed: Licensed): InlineAccounts {
  const declaration = accountsResource(licensed);
  const resource = prepareResource(declaration);
  const shown = resource.fields.filter(({ name }) => !notShown.includes(name));
  return {
    children: Object.fromEntries(
      Object.entries(declaration.fields)
        .filter(([name]) => !notInline.includes(name))
        .map(([name, field]) => [name, name === "asset" ? assetAround : field]),
    ),
    create: async (context, assetId, items) => {
      const bodies: unknown[] = [];
      for (const item of items) bodies.push(isObject(item) ? await newAccount(context, assetId, item) : item);
      await createObjects(resource, context, bodies);
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
  };
}

/** An item as an account of its own; the `id` of a cloned account stands for its secret. */
async function newAccount(
  context: CallerContext,
  assetId: string,
  item: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const { id, su_from: _suFrom, ...rest } = item;
  const body = { ...rest, asset: assetId };
  if (typeof id !== "string" || id === "") return body;
  const missing = { id: [withParameters(engineText.objectMissing, { pk: id.slice(0, 64) })] };
  if (!isUuid(id)) throw new ValidationError([missing]);
  requirePermission(context, "accounts.view_account");
  const source = await context.db
    .selectFrom("accounts")
    .select(["id", "secret_sealed"])
    .where("id", "=", id)
    .where("org_id", "=", context.organization.id)
    .executeTakeFirst();
  if (source === undefined) throw new ValidationError([missing]);
  const secret = openAccountSecret(context.services, source);
  return secret === null || (typeof rest.secret === "string" && rest.secret !== "")
    ? body
    : { ...body, secret };
}
