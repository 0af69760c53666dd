import { isRecord } from "../api/api-error.ts";
import type { FieldKind } from "./field-kind.ts";

/** A protocol of an asset or platform. Required and primary ones of the platform cannot be removed. */
export interface Protocol {
  readonly name: string;
  readonly port: number | null;
  readonly primary?: boolean;
  readonly required?: boolean;
  readonly default?: boolean;
}

/** Reads a protocol list from any answer. */
export function asProtocols(value: unknown): Protocol[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isRecord).map((item) => ({
    name: String(item.name ?? ""),
    port: typeof item.port === "number" ? item.port : null,
    ...(item.primary === true ? { primary: true } : {}),
    ...(item.required === true ? { required: true } : {}),
    ...(item.default === true ? { default: true } : {}),
  }));
}

/**
 * The rows a new asset starts with: the platform's required, primary and default protocols, else its first
 * (docs/contract/assets.md).
 */
export function defaultProtocols(available: readonly Protocol[]): Protocol[] {
  const wanted = available.filter(
    (protocol) => protocol.required === true || protocol.primary === true || protocol.default === true,
  );
  return wanted.length > 0 ? wanted : available.slice(0, 1);
}

/** Protocols with ports. The choices are the platform's protocols, given as the field's default. */
export const protocolsKind: FieldKind = {
  cell: (value) => (
    <span className="tags">
      {asProtocols(value).map(({ name, port }) => (
        <span className="tag" key={`${name}/${port}`}>
          {name}
          {port === null ? "" : `/${port}`}
        </span>
      ))}
    </span>
  ),
  toForm: asProtocols,
  toWire: (value) => asProtocols(value).map(({ name, port }) => ({ name, port })),
};
