import type { RequestContext } from "../../../engine/access/index.ts";
import {
  type AfterWriteEvent,
  describeInputFields,
  type Field,
  json,
  type ParseContext,
  parseObject,
  type RelationTarget,
  readKey,
  recalled,
  withKey,
} from "../../../engine/resource/index.ts";
import type { SealedColumn } from "../../../engine/secrets/index.ts";
import { type CustomField, customAssetFields, secretFieldNames } from "../platforms/custom-fields.ts";
import { text } from "../texts.ts";
import { describedAsset } from "./described-asset.ts";

/** What a client wrote: values that anybody may read, and secrets, which are sealed beside them. */
interface CustomInfo {
  readonly open: Readonly<Record<string, unknown>>;
  /** By name; null forgets the secret, and an empty one is not in here: it stays as it was. */
  readonly secrets: Readonly<Record<string, string | null>>;
}

const anyObject = json({ label: text.customInfo, object: true, nullable: true, default: {} });

/**
 * What is particular to an asset of a custom platform: an object by the platform's custom fields, any object where the
 * platform has none. Contract: docs/contract/assets.md, "Custom fields".
 */
export const customInfoField: Field = {
  ...anyObject,
  type: "nested object",
  parse: async (input, at): Promise<CustomInfo> => {
    const sent = (await anyObject.parse?.(input, at)) as Record<string, unknown>;
    const fields = await fieldsOf(at.context, await platformOf(at));
    if (fields.length === 0) return { open: sent, secrets: {} };
    return divide(await parseObject(customAssetFields(fields), sent, at), secretFieldNames(fields));
  },
  toColumns: (value, _at, column) => ({ [column]: JSON.stringify((value as CustomInfo | null)?.open ?? {}) }),
  describeFor: async (context, key) => {
    const fields = await fieldsOf(context, await describedPlatform(context, key));
    return fields.length === 0 ? {} : { children: describeInputFields(customAssetFields(fields), context) };
  },
};

function divide(values: Readonly<Record<string, unknown>>, secretNames: readonly string[]): CustomInfo {
  const entries = Object.entries(values);
  const secrets = entries.filter(([name, value]) => secretNames.includes(name) && value !== "");
  return {
    open: Object.fromEntries(entries.filter(([name]) => !secretNames.includes(name))),
    secrets: Object.fromEntries(secrets) as Record<string, string | null>,
  };
}

const platforms: RelationTarget = { table: "platforms", key: "integer" };

/** The platform the asset is going to have; null when what was sent is no platform, which its own field refuses. */
async function platformOf({ context, before, input }: ParseContext): Promise<number | null> {
  try {
    const named = await withKey(input.platform ?? before?.platform_id, platforms, context);
    return Number(readKey(named, "integer"));
  } catch {
    return null;
  }
}

async function fieldsOf(context: RequestContext, platformId: number | null): Promise<readonly CustomField[]> {
  if (platformId === null) return [];
  return recalled(context, `custom fields of platform ${platformId}`, async () => {
    const platform = await context.db
      .selectFrom("platforms")
      .select("custom_fields")
      .where("id", "=", platformId)
      .executeTakeFirst();
    return (platform?.custom_fields ?? []) as unknown as readonly CustomField[];
  });
}

/** The platform metadata is asked for: of the query, else of the asset in the path. */
async function describedPlatform(context: RequestContext, key: string | null): Promise<number | null> {
  const asked = context.query.get("platform") ?? "";
  if (/^\d{1,9}$/.test(asked)) return Number(asked);
  return (await describedAsset(context, key))?.platform_id ?? null;
}

const secretContext = (assetId: string, name: string): string => `asset_custom_secrets:${assetId}:${name}`;

/** The secrets of custom fields. */
export const customSecretColumn: SealedColumn = {
  table: "asset_custom_secrets",
  column: "secret_sealed",
  key: ["asset_id", "name"],
  context: (assetId = "", name = "") => secretContext(assetId, name),
};

/** Secrets of custom fields are stored sealed, bound to their asset and name. */
export async function sealCustomSecrets({ context, values, id }: AfterWriteEvent): Promise<void> {
  const { db, services } = context;
  const given = Object.entries((values.custom_info as CustomInfo | null | undefined)?.secrets ?? {});
  for (const [name, secret] of given) {
    if (secret === null) {
      await db
        .deleteFrom("asset_custom_secrets")
        .where("asset_id", "=", String(id))
        .where("name", "=", name)
        .execute();
      continue;
    }
    const sealed = services.secrets.seal(secret, secretContext(String(id), name));
    await db
      .insertInto("asset_custom_secrets")
      .values({ asset_id: String(id), name, secret_sealed: sealed })
      .onConflict((conflict) => conflict.columns(["asset_id", "name"]).doUpdateSet({ secret_sealed: sealed }))
      .execute();
  }
}

/** The secrets of an asset's custom fields in the clear, by name. The caller is responsible for their use. */
export async function openCustomSecrets(
  { db, services }: RequestContext,
  assetId: string,
): Promise<Record<string, string>> {
  const rows = await db
    .selectFrom("asset_custom_secrets")
    .select(["name", "secret_sealed"])
    .where("asset_id", "=", assetId)
    .execute();
  return Object.fromEntries(
    rows.map(({ name, secret_sealed }) => [
      name,
      services.secrets.open(secret_sealed, secretContext(assetId, name)),
    ]),
  );
}
