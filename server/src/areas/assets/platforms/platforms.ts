import { sql } from "kysely";
import { type CallerContext, permission, type RequestContext } from "../../../engine/access/index.ts";
import { text as engineText, literal } from "../../../engine/i18n/index.ts";
import { isObject, type Json, plainText } from "../../../engine/json.ts";
import {
  boolean,
  datetime,
  defineResource,
  exact,
  type Field,
  integer,
  isUuid,
  labeledChoice,
  parseText,
  prepareResource,
  presentRows,
  type ResourceDeclaration,
  rowsByKey,
  text as textField,
  trimmedFields,
  type Values,
} from "../../../engine/resource/index.ts";
import { withCustomTypes } from "../catalogue/custom-types.ts";
import { kindText } from "../catalogue/texts.ts";
import { categoryNames, licensedTypes, visibleTypes } from "../catalogue/types.ts";
import type { Licensed } from "../license.ts";
import { text } from "../texts.ts";
import { automationField } from "./automation-fields.ts";
import { customFieldsField } from "./custom-fields.ts";
import { checkSlug, refuseInternal, settlePlatform } from "./platform-rules.ts";
import { protocolsField, withKnownProtocols } from "./protocol-fields.ts";

const suMethods = [
  { value: "sudo", label: literal("sudo su -") },
  { value: "su", label: literal("su - ") },
  { value: "enable", label: literal("enable") },
  { value: "super", label: literal("super 15") },
  { value: "super_level", label: literal("super level 15") },
];

const charsets = [
  { value: "utf-8", label: literal("UTF-8") },
  { value: "gbk", label: literal("GBK") },
];

/** The categories as choices. */
export const categoryChoices = categoryNames.map((value) => ({ value, label: kindText[value] }));

/** The types a caller may choose from, of one category or of all. */
export const typeChoices = (licensed: Licensed, category?: string) => () =>
  visibleTypes(licensed())
    .filter((type) => category === undefined || type.category === category)
    .map(({ value, label }) => ({ value, label }));

/** Keeps platforms of types that need a license out of sight without one; `alias` is the platform's table. */
export const visiblePlatforms = (licensed: Licensed, alias: "t" | "r") =>
  licensed() ? null : sql<boolean>`not (${sql.ref(`${alias}.type`)} = any(${[...licensedTypes]}::text[]))`;

/** One of the known types; of the category custom whatever it is called. */
function typeField(licensed: Licensed): Field<string, string, never> {
  const known = labeledChoice({ label: text.type, required: true, choices: typeChoices(licensed) });
  return withCustomTypes({
    ...known,
    parse: (input, at) => {
      const category = plainText(choiceValue(at.input.category) ?? at.before?.category);
      if (category !== "custom" && known.parse !== undefined) return known.parse(input, at);
      return parseText(choiceValue(input), {
        label: text.type,
        required: true,
        maxLength: 32,
        check: checkSlug,
      });
    },
  });
}

const choiceValue = (input: unknown): unknown => (isObject(input) ? input.value : input);

/** Types of a platform's fields, for hooks. */
export type PlatformFields = ReturnType<typeof platformFields>;

function platformFields(licensed: Licensed) {
  return {
    id: integer({ label: engineText.id, readOnly: true }),
    name: {
      ...textField({ label: engineText.name, required: true, maxLength: 50, check: checkSlug }),
      type: "slug",
    },
    internal: boolean({ label: text.internal, readOnly: true }),
    category: labeledChoice({ label: text.category, required: true, choices: categoryChoices }),
    type: typeField(licensed),
    charset: labeledChoice({ label: text.charset, default: "utf-8", choices: charsets }),
    protocols: protocolsField,
    domain_enabled: boolean({ label: text.domainEnabled }),
    su_enabled: boolean({ label: text.suEnabled }),
    su_method: labeledChoice({ label: text.suMethod, nullable: true, default: "sudo", choices: suMethods }),
    automation: automationField,
    comment: textField({ label: engineText.comment }),
    custom_fields: customFieldsField,
    date_created: datetime({ label: engineText.dateCreated, readOnly: true }),
    date_updated: datetime({ label: engineText.dateUpdated, readOnly: true }),
    created_by: textField({ label: engineText.createdBy, readOnly: true }),
    updated_by: textField({ label: engineText.updatedBy, readOnly: true }),
  };
}

/** Platforms. Contract: docs/contract/assets.md, "Platforms". */
export function platformsResource(licensed: Licensed): ResourceDeclaration {
  return defineResource({
    path: "assets/platforms",
    app: "assets",
    model: "platform",
    label: text.platform,
    title: "Asset Platform",
    scope: "global",
    table: "platforms",
    files: { without: ["automation"] },
    key: { kind: "integer", alias: "name" },
    operations: ["list", "retrieve", "create", "update", "delete"],
    fieldOrder: "declared",
    fields: platformFields(licensed),
    filters: { name: exact("t.name"), category: exact("t.category"), type: exact("t.type") },
    search: ["t.name"],
    order: {
      by: [
        "id",
        "name",
        "internal",
        "category",
        "type",
        "charset",
        "domain_enabled",
        "su_enabled",
        "su_method",
        "comment",
        "date_created",
        "date_updated",
        "created_by",
        "updated_by",
      ],
      default: ["name"],
    },
    where: () => visiblePlatforms(licensed, "t"),
    hooks: {
      prepare: async ({ context, before, input }) => {
        refuseInternal(before);
        return before === null || !Object.hasOwn(input, "protocols")
          ? { ...input }
          : { ...input, protocols: await withKnownProtocols(context, before.id, input.protocols) };
      },
      validate: (event) => settlePlatform(event, licensed),
      // `link` of automation changes this row; a client that sends none gets the defaults.
      afterWrite: ({ context, before, id, values }) =>
        before === null ? startAutomation(context, id, values) : undefined,
      beforeDelete: (_context, row) => refuseInternal(row),
    },
    actions: [
      {
        name: "filter-nodes-assets",
        on: "collection",
        methods: ["POST"],
        access: permission("assets.view_platform"),
        handle: async (context, { body }) => ({ body: await platformsInUse(context, body, licensed) }),
      },
    ],
  });
}

async function startAutomation(
  context: CallerContext,
  id: string | number,
  values: Values<PlatformFields>,
): Promise<void> {
  await sql`insert into platform_automations (platform_id) values (${id}) on conflict do nothing`.execute(
    context.db,
  );
  if (values.automation !== undefined) {
    await automationField.link?.(context, id, values.automation, {
      context,
      mode: "create",
      before: null,
      input: {},
    });
  }
}

const ids = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((id): id is string => typeof id === "string" && isUuid(id)) : [];

/** Platforms used by the assets and node subtrees of a selection. */
async function platformsInUse(context: CallerContext, body: unknown, licensed: Licensed): Promise<Json> {
  const { node_ids, asset_ids } = isObject(body) ? body : {};
  const scope = context.organization.isRoot ? sql`true` : sql`a.org_id = ${context.organization.id}::uuid`;
  const { rows } = await sql<{ platform_id: number }>`
    select distinct a.platform_id from assets a
    where ${scope} and (a.id = any(${ids(asset_ids)}::uuid[]) or a.id in (
      select asset_id from node_subtree_assets where node_id = any(${ids(node_ids)}::uuid[])
    )) order by 1
  `.execute(context.db);
  return presentPlatforms(
    context,
    rows.map(({ platform_id }) => platform_id),
    licensed,
  );
}

/** Platforms as the list shows them. */
export async function presentPlatforms(
  context: RequestContext,
  platformIds: readonly number[],
  licensed: Licensed,
): Promise<Record<string, Json>[]> {
  const resource = prepareResource(platformsResource(licensed));
  const fields = trimmedFields(resource, context, "retrieve");
  return presentRows(await rowsByKey(resource, context, platformIds, fields), fields, context);
}
