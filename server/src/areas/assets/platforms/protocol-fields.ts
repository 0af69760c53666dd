import { sql } from "kysely";
import type { RequestContext } from "../../../engine/access/context.ts";
import { text as engineText } from "../../../engine/i18n/texts.ts";
import type { Json } from "../../../engine/json.ts";
import { computed, nestedList } from "../../../engine/resource/field-kinds/composites.ts";
import type { Field, Row } from "../../../engine/resource/field-kinds/field.ts";
import { boolean, integer, json } from "../../../engine/resource/field-kinds/scalars.ts";
import { text as textField } from "../../../engine/resource/field-kinds/text.ts";
import { findProtocol, secretTypesOf } from "../catalogue/protocols.ts";
import { text } from "../texts.ts";

/** A protocol of a platform, as it is stored. */
export interface PlatformProtocol {
  readonly id: number;
  readonly platform_id: number;
  readonly name: string;
  readonly port: number;
  readonly is_primary: boolean;
  readonly is_required: boolean;
  readonly is_default: boolean;
  readonly is_public: boolean;
  readonly setting: Json;
}

/** One protocol of a platform, as clients read it. */
export function presentProtocol(row: PlatformProtocol): Record<string, Json> {
  return {
    id: row.id,
    name: row.name,
    port: row.port,
    port_from_addr: findProtocol(row.name)?.portFromAddress === true,
    primary: row.is_primary,
    required: row.is_required,
    default: row.is_default,
    public: row.is_public,
    secret_types: secretTypesOf(row.name),
    setting: row.setting,
  };
}

/** Protocols of platforms, in the order they were given. */
export async function loadPlatformProtocols(
  context: RequestContext,
  platformIds: readonly unknown[],
): Promise<ReadonlyMap<unknown, readonly PlatformProtocol[]>> {
  const { rows } = await sql<PlatformProtocol>`
    select * from platform_protocols where platform_id = any(${[...new Set(platformIds)]}::integer[]) order by id
  `.execute(context.db);
  const byPlatform = new Map<unknown, PlatformProtocol[]>();
  for (const row of rows) byPlatform.set(row.platform_id, [...(byPlatform.get(row.platform_id) ?? []), row]);
  return byPlatform;
}

const readOnly = (label: typeof text.port): Field => computed({ label, present: () => null });

/** Fields of one protocol of a platform. Contract: docs/contract/assets.md, "Protocols". */
export const protocolChildren: Readonly<Record<string, Field>> = {
  id: integer({ label: engineText.id, readOnly: true }),
  name: textField({ label: engineText.name, required: true, maxLength: 32 }),
  port: integer({ label: text.port, required: true, minimum: 0, maximum: 65535 }),
  port_from_addr: { ...readOnly(text.portFromAddress), type: "boolean" },
  primary: boolean({ label: text.primary, help: text.primaryHelp, default: false }),
  required: boolean({ label: text.required, help: text.requiredHelp, default: false }),
  default: boolean({ label: text.default, help: text.defaultHelp, default: false }),
  public: boolean({ label: text.public, help: text.publicHelp, default: true }),
  secret_types: readOnly(text.secretTypes),
  setting: { ...json({ label: text.setting, object: true, default: {} }), type: "nested object" },
};

interface ProtocolInput {
  readonly name: string;
  readonly port: number;
  readonly primary: boolean;
  readonly required: boolean;
  readonly default: boolean;
  readonly public: boolean;
  readonly setting: Json;
}

/** The `protocols` of a platform. Rows are kept by name, so their ids last; the list replaces what was there. */
export const protocolsField: Field = nestedList({
  label: text.protocols,
  children: protocolChildren,
  maxItems: 100,
  columns: [],
  toColumns: () => ({}),
  load: (context, rows) =>
    loadPlatformProtocols(
      context,
      rows.map((row) => row.id),
    ),
  present: (row: Row, _context, loaded) =>
    ((loaded as ReadonlyMap<unknown, readonly PlatformProtocol[]>).get(row.id) ?? []).map(presentProtocol),
  link: async (context, id, value) => {
    const items = value as readonly ProtocolInput[];
    await sql`
      delete from platform_protocols
      where platform_id = ${id} and not (name = any(${items.map(({ name }) => name)}::text[]))
    `.execute(context.db);
    for (const item of items) {
      await sql`
        insert into platform_protocols
          (platform_id, name, port, is_primary, is_required, is_default, is_public, setting)
        values (${id}, ${item.name}, ${item.port}, ${item.primary}, ${item.required}, ${item.default},
                ${item.public}, ${JSON.stringify(item.setting)})
        on conflict (platform_id, name) do update set
          port = excluded.port, is_primary = excluded.is_primary, is_required = excluded.is_required,
          is_default = excluded.is_default, is_public = excluded.is_public, setting = excluded.setting
      `.execute(context.db);
    }
  },
});
