import type { RawBuilder } from "kysely";
import type { CallerContext, RequestContext } from "../../../engine/access/index.ts";
import { FieldError } from "../../../engine/errors.ts";
import { text as engineText, withParameters } from "../../../engine/i18n/index.ts";
import { type Json, typeName } from "../../../engine/json.ts";
import { describeItem, type Field, type FieldOptions, jsonCell } from "../../../engine/resource/index.ts";
import { text } from "../texts.ts";

/**
 * How accounts are made together with an asset and shown with it. The accounts area fills this port, so that
 * assets know nothing of accounts.
 */
export interface InlineAccounts {
  /** Fields of one item, for the metadata. */
  readonly children: Readonly<Record<string, Field>>;
  /** Makes the accounts of new assets. @throws ValidationError with one entry an item, over all of them. */
  readonly create: (
    context: CallerContext,
    assets: readonly { readonly assetId: string; readonly items: readonly unknown[] }[],
  ) => Promise<void>;
  /** The accounts of assets as their detail shows them. */
  readonly load: (
    context: RequestContext,
    assetIds: readonly string[],
  ) => Promise<ReadonlyMap<string, Json[]>>;
  /**
   * A statement that counts accounts: `platform_id` and `count`, of the assets that `assets` holds of, over the row `a` of
   * an asset.
   */
  readonly countedByPlatform: (assets: RawBuilder<unknown>) => RawBuilder<unknown>;
  /**
   * By which account each gateway is gone through, with its secret in the clear; gateways without one are absent.
   * Components alone are told, everybody else of none, and every telling is written down.
   */
  readonly forGateways: (
    context: RequestContext,
    gatewayIds: readonly string[],
  ) => Promise<ReadonlyMap<string, Json>>;
}

/** Most accounts made with one asset. */
const mostAccounts = 500;

/** The `accounts` of an asset. Contract: docs/contract/assets.md, "Accounts with an asset". */
export function accountsField(accounts: InlineAccounts): Field {
  const create: NonNullable<Field["linkNew"]> = async (context, assets) => {
    const given = assets
      .map(({ id, value }) => ({ assetId: String(id), items: value as readonly unknown[] }))
      .filter(({ items }) => items.length > 0);
    if (given.length > 0) await accounts.create(context, given);
  };
  const options: FieldOptions = { label: text.accounts, detailOnly: true, createOnly: true };
  return {
    type: "field",
    options,
    columns: [],
    parse: (input) => {
      if (!Array.isArray(input)) {
        throw new FieldError([withParameters(engineText.notList, { type: typeName(input) })]);
      }
      if (input.length > mostAccounts) {
        throw new FieldError([withParameters(engineText.tooLarge, { limit: mostAccounts })]);
      }
      return input;
    },
    toColumns: () => ({}),
    cell: jsonCell,
    link: (context, id, value) => create(context, [{ id, value }]),
    linkNew: create,
    load: (context, rows) =>
      accounts.load(
        context,
        rows.map((row) => String(row.id)),
      ),
    present: (row, _context, loaded) => (loaded as ReadonlyMap<string, Json[]>).get(String(row.id)) ?? [],
    describe: (context) => ({
      child: describeItem(options, accounts.children, context),
    }),
  };
}
