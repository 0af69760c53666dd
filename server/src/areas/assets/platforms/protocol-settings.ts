import { sql } from "kysely";
import { permission, type RequestContext } from "../../../engine/access/index.ts";
import { BadRequest, ValidationError } from "../../../engine/errors.ts";
import {
  boolean,
  computed,
  custom,
  defineResource,
  describeInputFields,
  exact,
  type Row,
} from "../../../engine/resource/index.ts";
import { findProtocol, secretTypesOf } from "../catalogue/protocols.ts";
import { rulesOf } from "../catalogue/types.ts";
import { text } from "../texts.ts";
import { foreignProtocol, refuseInternal } from "./platform-rules.ts";
import { protocolChildren } from "./protocol-fields.ts";
import { settingFields, settingObject } from "./setting-fields.ts";

/** The schema of the settings of the protocol that the query names. */
function describeSetting(context: RequestContext): Record<string, unknown> {
  const fields = settingFields(context.query.get("name") ?? "");
  return fields === null ? {} : { children: describeInputFields(fields, context) };
}

const everything = permission("assets.add_platform");

/**
 * Protocols of all platforms. Clients mostly read the metadata, whose `setting` describes the protocol of `?name=`;
 * rows are made with their platform. Contract: docs/contract/assets.md, "Protocols".
 */
export const protocolSettingsResource = defineResource({
  path: "assets/protocol-settings",
  app: "assets",
  model: "platform",
  label: text.protocol,
  title: "Platform Protocol",
  scope: "global",
  table: "platform_protocols",
  key: { kind: "integer" },
  operations: ["list", "retrieve", "create", "update", "delete"],
  access: {
    list: everything,
    retrieve: everything,
    create: everything,
    update: everything,
    delete: everything,
  },
  fields: {
    ...protocolChildren,
    port_from_addr: computed({
      label: text.portFromAddress,
      type: "boolean",
      columns: ["name"],
      present: (row) => findProtocol(String(row.name))?.portFromAddress === true,
    }),
    primary: boolean({ label: text.primary, help: text.primaryHelp, default: false, column: "is_primary" }),
    required: boolean({
      label: text.required,
      help: text.requiredHelp,
      default: false,
      column: "is_required",
    }),
    default: boolean({ label: text.default, help: text.defaultHelp, default: false, column: "is_default" }),
    public: boolean({ label: text.public, help: text.publicHelp, default: true, column: "is_public" }),
    secret_types: computed({
      label: text.secretTypes,
      columns: ["name"],
      present: (row) => secretTypesOf(String(row.name)),
    }),
    setting: { ...settingObject, describe: describeSetting },
  },
  filters: {
    name: exact("t.name"),
    platform__name: custom((value) =>
      value === ""
        ? null
        : sql<boolean>`t.platform_id in (select id from platforms where name = ${value.replaceAll("\0", "")})`,
    ),
  },
  fieldOrder: "declared",
  order: { by: ["id", "name", "port", "primary", "required", "default", "public"], default: ["id"] },
  hooks: {
    prepare: async ({ context, mode, before, input }) => {
      if (mode === "create") throw new BadRequest("error", text.protocolWithPlatform);
      refuseInternal(await platformOf(context, before));
      return { ...input };
    },
    validate: async ({ context, before, values }) => {
      if (values.name === undefined || values.name === before?.name) return;
      const { category, type } = await platformOf(context, before);
      const rules = rulesOf(category, type);
      const error = rules === undefined ? null : foreignProtocol(values.name, category, rules);
      if (error !== null) throw new ValidationError({ name: [error] });
    },
    afterWrite: async ({ context, before, values }) => {
      if (values.primary === true) await makeOnlyPrimary(context, before);
      await ensureOnePrimary(context, before);
    },
    beforeDelete: async (context, row) => {
      refuseInternal(await platformOf(context, row));
      const { rows } = await sql`
        select 1 from platform_protocols where platform_id = ${row.platform_id} and id <> ${row.id} limit 1
      `.execute(context.db);
      if (rows.length === 0) throw new BadRequest("error", text.lastProtocol);
    },
    afterDelete: ensureOnePrimary,
  },
});

/** The platform of a protocol's row, locked: two changes at once must not leave it without a protocol. */
async function platformOf(context: RequestContext, row: Row | null) {
  return context.db
    .selectFrom("platforms")
    .select(["internal", "category", "type"])
    .where("id", "=", Number(row?.platform_id))
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** A platform has one primary protocol: the one that was made so last. */
async function makeOnlyPrimary(context: RequestContext, row: Row | null): Promise<void> {
  await sql`
    update platform_protocols set is_primary = false
    where platform_id = ${row?.platform_id} and id <> ${row?.id} and is_primary
  `.execute(context.db);
}

/** A platform always has a primary protocol: the first, when a change left it without. */
async function ensureOnePrimary(context: RequestContext, row: Row | null): Promise<void> {
  await sql`
    update platform_protocols set is_primary = true
    where id = (select min(id) from platform_protocols where platform_id = ${row?.platform_id})
      and not exists (select 1 from platform_protocols where platform_id = ${row?.platform_id} and is_primary)
  `.execute(context.db);
}
