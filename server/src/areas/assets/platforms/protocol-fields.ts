import { sql } from "kysely";
import type { RequestContext } from "../../../engine/access/index.ts";
import { text as engineText } from "../../../engine/i18n/index.ts";
import { isObject, type Json } from "../../../engine/json.ts";
import {
  boolean,
  computed,
  type Field,
  integer,
  nestedList,
  type Row,
  text as textField,
} from "../../../engine/resource/index.ts";
import { findProtocol, secretTypesOf } from "../catalogue/protocols.ts";
import { text } from "../texts.ts";
import { settingObject } from "./setting-fields.ts";

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

const readOnly = (label: typeof text.port) => computed({ label, present: () => null });

/** Fields of one protocol of a platform. Contract: docs/contract/assets.md, "Protocols". */
export const protocolChildren = {
  id: integer({ label: engineText.id, readOnly: true }),
  name: textField({ label: engineText.name, required: true, maxLength: 32 }),
  port: integer({ label: text.port, required: true, minimum: 0, maximum: 65535 }),
  port_from_addr: { ...readOnly(text.portFromAddress), type: "boolean" },
  primary: boolean({ label: text.primary, help: text.primaryHelp, default: false }),
  required: boolean({ label: text.required, help: text.requiredHelp, default: false }),
  default: boolean({ label: text.default, help: text.defaultHelp, default: false }),
  public: boolean({ label: text.public, help: text.publicHelp, default: true }),
  secret_types: readOnly(text.secretTypes),
  setting: settingObject,
};

interface ProtocolInput {
  /** Of the row it changes; undefined for a new one. */
  readonly id: number | undefined;
  readonly name: string;
  readonly port: number;
  readonly primary: boolean;
  readonly required: boolean;
  readonly default: boolean;
  readonly public: boolean;
  readonly setting: Json;
}

/**
 * What a client sent for the protocols of a platform, with what it left out of those the platform has already filled
 * in. A protocol is known by its id, else by its name. Anything that is no list is left for the field to refuse.
 */
export async function withKnownProtocols(
  context: RequestContext,
  platformId: unknown,
  input: unknown,
): Promise<unknown> {
  if (!Array.isArray(input)) return input;
  const known = (await loadPlatformProtocols(context, [platformId])).get(platformId) ?? [];
  // Whichever is made primary now replaces the one that was.
  const replaced = input.some((item) => isObject(item) && item.primary === true) ? { primary: false } : {};
  return input.map((item) => {
    if (!isObject(item)) return item;
    const found =
      known.find(({ id }) => id === Number(item.id ?? item.pk)) ??
      known.find(({ name }) => name === item.name);
    if (found === undefined) return { ...item, id: null };
    return { ...presentProtocol(found), ...replaced, ...item, id: found.id };
  });
}

const rows = nestedList({
  label: text.protocols,
  children: protocolChildren,
  maxItems: 100,
  columns: [],
  toColumns: () => ({}),
  load: (context, platforms) =>
    loadPlatformProtocols(
      context,
      platforms.map((row) => row.id),
    ),
  present: (row: Row, _context, loaded) =>
    ((loaded as ReadonlyMap<unknown, readonly PlatformProtocol[]>).get(row.id) ?? []).map(presentProtocol),
  link: (context, id, value) => replaceProtocols(context, id, value as readonly ProtocolInput[]),
});

/** The `protocols` of a platform: the list replaces what was there; rows that stay keep their ids. */
export const protocolsField: Field<readonly ProtocolInput[], unknown> = {
  ...rows,
  parse: async (input, at) => {
    const values = (await rows.parse?.(input, at)) as readonly Omit<ProtocolInput, "id">[];
    const ids = (input as readonly { readonly id?: unknown }[]).map(({ id }) => id);
    return values.map((value, index) => ({
      ...value,
      id: at.before !== null && typeof ids[index] === "number" ? ids[index] : undefined,
    }));
  },
};

async function replaceProtocols(
  { db }: RequestContext,
  platformId: string | number,
  items: readonly ProtocolInput[],
): Promise<void> {
  const kept = items.flatMap(({ id }) => (id === undefined ? [] : [id]));
  await sql`
    delete from platform_protocols where platform_id = ${platformId} and not (id = any(${kept}::integer[]))
  `.execute(db);
  // Two of them may have changed names with each other.
  await sql`update platform_protocols set name = '~' || id where platform_id = ${platformId}`.execute(db);
  for (const { id, name, port, primary, required, default: isDefault, public: isPublic, setting } of items) {
    const columns = {
      name,
      port,
      is_primary: primary,
      is_required: required,
      is_default: isDefault,
      is_public: isPublic,
      setting: JSON.stringify(setting),
    };
    if (id === undefined) {
      await db
        .insertInto("platform_protocols")
        .values({ platform_id: Number(platformId), ...columns })
        .execute();
    } else {
      await db.updateTable("platform_protocols").set(columns).where("id", "=", id).execute();
    }
  }
}
