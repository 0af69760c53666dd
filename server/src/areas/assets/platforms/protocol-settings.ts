import { sql } from "kysely";
import type { RequestContext } from "../../../engine/access/context.ts";
import { permission } from "../../../engine/access/rules.ts";
import { ApiError, BadRequest } from "../../../engine/errors.ts";
import { literal } from "../../../engine/i18n/messages.ts";
import { defineResource } from "../../../engine/resource/declaration.ts";
import { choice } from "../../../engine/resource/field-kinds/choices.ts";
import { computed } from "../../../engine/resource/field-kinds/composites.ts";
import type { Field } from "../../../engine/resource/field-kinds/field.ts";
import { boolean, json } from "../../../engine/resource/field-kinds/scalars.ts";
import { text as textField } from "../../../engine/resource/field-kinds/text.ts";
import { describeField } from "../../../engine/resource/metadata.ts";
import { custom, exact } from "../../../engine/resource/query/filters.ts";
import { findProtocol, type ProtocolSetting, secretTypesOf } from "../catalogue/protocols.ts";
import { text } from "../texts.ts";
import { protocolChildren } from "./protocol-fields.ts";

function settingField({ type, label, default: initial, choices = [] }: ProtocolSetting): Field {
  const options = { label, default: initial };
  switch (type) {
    case "bool":
      return boolean(options);
    case "choice":
      return choice({
        ...options,
        choices: choices.map((one) => ({ value: one.value, label: literal(one.label) })),
      });
    case "text":
      return textField(options);
    default:
      return textField({ ...options, maxLength: 4096 });
  }
}

/** The schema of the settings of the protocol that the query names. */
function describeSetting(context: RequestContext): Record<string, unknown> {
  const settings = findProtocol(context.query.get("name") ?? "")?.settings;
  if (settings === undefined) return {};
  return {
    children: Object.fromEntries(
      settings.map((setting) => [setting.name, describeField(settingField(setting), context)]),
    ),
  };
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
  operations: ["list", "retrieve", "create", "update"],
  access: { list: everything, retrieve: everything, create: everything, update: everything },
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
    setting: {
      ...json({ label: text.setting, object: true, default: {} }),
      type: "nested object",
      describe: describeSetting,
    },
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
      const { rows } = await sql`
        select 1 from platforms where id = ${before?.platform_id} and internal
      `.execute(context.db);
      if (rows.length > 0) throw new ApiError(403, "permission_denied", text.internalPlatform);
      return { ...input };
    },
  },
});
