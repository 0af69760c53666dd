import { isRecord } from "../api/api-error.ts";
import type { FieldMetadata } from "../metadata/types.ts";
import type { FieldKind } from "./field-kind.ts";

/**
 * A protocol of an asset or platform. Required and primary ones of the platform cannot be removed. Whatever else the
 * server says about it (a platform's settings) is kept.
 */
export interface Protocol {
  readonly name: string;
  readonly port: number | null;
  readonly primary?: boolean;
  readonly required?: boolean;
  readonly default?: boolean;
  /** The port follows from the asset's address. */
  readonly port_from_addr?: boolean;
  readonly setting?: Readonly<Record<string, unknown>>;
  readonly [key: string]: unknown;
}

const FLAGS = ["primary", "required", "default", "port_from_addr"];

/** Reads a protocol list from any answer. */
export function asProtocols(value: unknown): Protocol[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isRecord).map((item) => ({
    ...Object.fromEntries(
      Object.entries(item).filter(([key, flag]) => !FLAGS.includes(key) || flag === true),
    ),
    name: String(item.name ?? ""),
    port: typeof item.port === "number" ? item.port : null,
  }));
}

/** Keys the server takes for each protocol. */
function writableKeys(field: FieldMetadata): string[] {
  const children = Object.entries(field.child?.children ?? {});
  return children.length === 0
    ? ["name", "port"]
    : children.filter(([, child]) => child.read_only !== true).map(([name]) => name);
}

/** Whether the server takes settings of each protocol, as it does for platforms. */
export function takesSettings(field: FieldMetadata): boolean {
  return writableKeys(field).includes("setting");
}

/** Protocols with ports. The choices are the platform's protocols, given as the field's default. */
export const protocolsKind: FieldKind = {
  cell: (value) => {
    const protocols = asProtocols(value);
    return protocols.length === 0 ? (
      ""
    ) : (
      <span className="tags">
        {protocols.map(({ name, port }) => (
          <span className="tag" key={`${name}/${port}`}>
            {name}
            {port === null ? "" : `/${port}`}
          </span>
        ))}
      </span>
    );
  },
  toForm: asProtocols,
  toWire: (value, field) => {
    const keys = writableKeys(field);
    const flags = takesSettings(field) ? FLAGS.slice(0, 3) : [];
    return asProtocols(value).map((protocol) =>
      Object.fromEntries(
        keys
          .map((key) => [key, protocol[key] ?? (flags.includes(key) ? false : undefined)] as const)
          .filter(([, item]) => item !== undefined),
      ),
    );
  },
};
