import { sql } from "kysely";
import type { RequestContext } from "../../engine/access/index.ts";
import { FieldError } from "../../engine/errors.ts";
import { text as engineText, translate } from "../../engine/i18n/index.ts";
import type { Json } from "../../engine/json.ts";
import {
  computed,
  type Field,
  findTargets,
  inOrganization,
  labeledChoice,
  nested,
  type RelationTarget,
  readKey,
  readKeys,
  relation,
  text as textField,
  uuid,
  withKey,
} from "../../engine/resource/index.ts";
import {
  assetsTable,
  categoryChoices,
  loadAutoConfigs,
  platformsTable,
  typeChoices,
} from "../assets/index.ts";
import { text } from "./texts.ts";

interface AssetOfAccount {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly type: string;
  readonly category: string;
  readonly platform_id: number;
  readonly platform_name: string;
}

const allTypes = typeChoices();

/** A value with its name, as choices are read. */
function labeled(
  value: string,
  choices: readonly { readonly value: string; readonly label: Parameters<typeof translate>[0] }[],
  context: RequestContext,
): Json {
  const found = choices.find((choice) => choice.value === value);
  return { value, label: found === undefined ? value : translate(found.label, context.language) };
}

/** Assets by id, as an account shows them. */
export async function loadAssetsOfAccounts(
  context: RequestContext,
  assetIds: readonly unknown[],
): Promise<ReadonlyMap<unknown, Json>> {
  const { rows } = await sql<AssetOfAccount>`
    select r.id, r.name, r.address, r.type, r.category, r.platform_id, p.name as platform_name
    from ${assetsTable} r join ${platformsTable} p on p.id = r.platform_id where r.id = any(${[...new Set(assetIds)]}::uuid[])
  `.execute(context.db);
  const configs = await loadAutoConfigs(
    context,
    rows.map(({ platform_id }) => platform_id),
  );
  return new Map(
    rows.map((asset) => [
      asset.id,
      {
        id: asset.id,
        name: asset.name,
        address: asset.address,
        type: labeled(asset.type, allTypes, context),
        category: labeled(asset.category, categoryChoices, context),
        platform: { id: asset.platform_id, name: asset.platform_name },
        auto_config: configs.get(asset.platform_id) ?? {},
      },
    ]),
  );
}

const assets: RelationTarget<"uuid"> = { table: assetsTable.name, key: "uuid", where: inOrganization };

/** The `asset` of an account: written as an id, read as an object. */
export function assetField(): Field<string, unknown> {
  return {
    ...nested({
      label: text.asset,
      required: true,
      createOnly: true,
      column: "asset_id",
      children: {
        id: uuid({ label: engineText.id }),
        name: textField({ label: engineText.name, required: true, maxLength: 128 }),
        address: textField({ label: text.address, required: true, maxLength: 767 }),
        type: labeledChoice({ label: text.type, readOnly: true, choices: typeChoices() }),
        category: labeledChoice({ label: text.category, readOnly: true, choices: categoryChoices }),
        platform: {
          ...relation({
            label: text.platform,
            readOnly: true,
            target: { table: platformsTable.name, key: "integer" },
          }),
        },
        auto_config: computed({ label: text.autoConfig, present: () => null }),
      },
      load: (context, rows) =>
        loadAssetsOfAccounts(
          context,
          rows.map((row) => row.asset_id),
        ),
      present: (row, _context, loaded) => (loaded as ReadonlyMap<unknown, Json>).get(row.asset_id) ?? null,
      toColumns: (value) => ({ asset_id: value }),
    }),
    lookUp: async (inputs, context) => {
      await findTargets(assets, await readKeys(inputs, assets.key), context);
    },
    parse: async (input, { context }) => {
      const id = readKey(await withKey(input, assets, context), assets.key);
      if (!(await findTargets(assets, [id], context)).has(id)) throw new FieldError([text.assetNotFound]);
      return id;
    },
  };
}
