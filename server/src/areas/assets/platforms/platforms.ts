import { sql } from "kysely";
import { type CallerContext, permission, type RequestContext } from "../../../engine/access/index.ts";
import { isObject, type Json } from "../../../engine/json.ts";
import {
  defineResource,
  exact,
  isUuid,
  prepareResource,
  presentRows,
  type ResourceDeclaration,
  rowsByKey,
  trimmedFields,
  type Values,
} from "../../../engine/resource/index.ts";
import { text } from "../texts.ts";
import { automationField } from "./automation-fields.ts";
import { type PlatformFields, platformFields } from "./platform-fields.ts";
import { refuseInternal, settlePlatform } from "./platform-rules.ts";
import { withKnownProtocols } from "./protocol-fields.ts";

/** Platforms. Contract: docs/contract/assets.md, "Platforms". */
export const platformsResource: ResourceDeclaration = defineResource({
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
  fields: platformFields(),
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
  hooks: {
    prepare: async ({ context, before, input }) => {
      refuseInternal(before);
      return before === null || !Object.hasOwn(input, "protocols")
        ? { ...input }
        : { ...input, protocols: await withKnownProtocols(context, before.id, input.protocols) };
    },
    validate: (event) => settlePlatform(event),
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
      handle: async (context, { body }) => ({ body: await platformsInUse(context, body) }),
    },
  ],
});

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
async function platformsInUse(context: CallerContext, body: unknown): Promise<Json> {
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
  );
}

/** Platforms as the list shows them. */
export async function presentPlatforms(
  context: RequestContext,
  platformIds: readonly number[],
): Promise<Record<string, Json>[]> {
  const resource = prepareResource(platformsResource);
  const fields = trimmedFields(resource, context, "retrieve");
  return presentRows(await rowsByKey(resource, context, platformIds, fields), fields, context);
}
