import { sql } from "kysely";
import { permission } from "../../../engine/access/index.ts";
import { BadRequest, NotFound } from "../../../engine/errors.ts";
import {
  type AfterWriteEvent,
  defineResource,
  type ResourceDeclaration,
  type WriteEvent,
} from "../../../engine/resource/index.ts";
import type { SealedColumn } from "../../../engine/secrets/index.ts";
import { presentPlatforms } from "../platforms/platforms.ts";
import { text } from "../texts.ts";
import { type AssetFields, assetFields } from "./asset-fields.ts";
import { assetFilters, countCategory } from "./asset-filters.ts";
import { settleAsset } from "./asset-rules.ts";
import { type AssetCollection, sealedFields } from "./category-fields.ts";
import { noteCreated } from "./created-assets.ts";
import { sealCustomSecrets } from "./custom-info-field.ts";
import type { InlineAccounts } from "./inline-accounts.ts";
import { keepingTheirType } from "./platform-switch.ts";

/** What the asset resources are made with. */
export interface AssetResourceOptions {
  readonly accounts: InlineAccounts;
}

/**
 * Declares the assets of one category, or of all (`collection` null): the same resource but for the category's
 * own fields. Contract: docs/contract/assets.md, "Assets".
 */
export function assetResource(
  collection: AssetCollection | null,
  { accounts }: AssetResourceOptions,
): ResourceDeclaration {
  const category = collection?.category ?? null;
  return defineResource({
    path: `assets/${collection?.name ?? "assets"}`,
    app: "assets",
    model: "asset",
    label: collection?.label ?? text.asset,
    title: collection?.title ?? "Asset",
    scope: "organization",
    table: "assets",
    fields: assetFields({
      category,
      accounts,
      addressLabel: collection?.addressLabel ?? text.address,
      extra: collection?.fields ?? {},
    }),
    stamped: ["updated_by", "date_updated"],
    sizes: { mini: ["id", "name", "address"], small: ["id", "name", "address", "is_active", "comment"] },
    filters: assetFilters,
    searchText: "t.search_text",
    hasSearchParts: true,
    // Each asset is found once, not in the list of its category too.
    ...(category === null
      ? { found: { title: "name", subtitle: ["address", "platform"], facts: ["is_active", "auto_config"] } }
      : {}),
    order: { by: ["name", "connectivity", "platform", "date_updated"], default: ["name"] },
    where: () => (category === null ? null : sql<boolean>`t.category = ${category}`),
    counter: category === null ? {} : { partition: category },
    ...(category === null ? { count: countCategory } : {}),
    files: { without: ["auto_config"] },
    createTogether: true,
    uniqueTogether: { assets_name_key: ["name"] },
    operations: ["list", "retrieve", "create", "update", "delete", "bulk", "suggestions"],
    hooks: {
      prepare: ({ mode, input }) => {
        if (category === null && mode === "create") {
          throw new BadRequest("error", text.createThroughCategory, { error: text.createThroughCategory });
        }
        return { ...input };
      },
      validate: (event) => settleAsset(event, category),
      columns: columnsBeside,
      selectForBulkUpdate: keepingTheirType,
      afterWrite: async (event) => {
        await sealCertificates(event);
        await sealCustomSecrets(event);
        if (event.before === null) noteCreated(event.context, String(event.id));
      },
    },
    actions: [
      {
        name: "platform",
        on: "object",
        methods: ["GET"],
        access: permission("assets.view_platform"),
        handle: async (context, { row }) => {
          const [platform] = await presentPlatforms(context, [Number(row?.platform_id)]);
          if (platform === undefined) throw new NotFound(text.platform);
          return { body: platform };
        },
      },
    ],
  });
}

/** Columns no client writes: the copies of the platform's kind. */
function columnsBeside({ values: { platform } }: WriteEvent<AssetFields>): Record<string, unknown> {
  const kind = (column: "category" | "type") =>
    sql`(select p.${sql.ref(column)} from platforms p where p.id = ${platform})`;
  return platform === undefined ? {} : { category: kind("category"), type: kind("type") };
}

const certificateContext = (name: string, assetId: string): string => `assets.${name}:${assetId}`;

/** The certificates and keys of databases. */
export const certificateColumns: readonly SealedColumn[] = sealedFields.map((name) => ({
  table: "assets",
  column: name,
  key: ["id"],
  context: (id = "") => certificateContext(name, id),
}));

/** Certificates and keys are stored sealed, bound to their row; null takes one away, an empty one stays as it was. */
async function sealCertificates({ context, values, id }: AfterWriteEvent): Promise<void> {
  const { secrets } = context.services;
  for (const name of sealedFields) {
    const value = values[name];
    if (value !== null && (typeof value !== "string" || value === "")) continue;
    const sealed = value === null ? null : secrets.seal(value, certificateContext(name, String(id)));
    await sql`update assets set ${sql.ref(name)} = ${sealed} where id = ${id}`.execute(context.db);
  }
}
