import { isRecord } from "../api/api-error.ts";
import { kindOf } from "../metadata/kind-of.ts";
import type { FieldMap } from "../metadata/types.ts";
import { valueText } from "../metadata/value-text.ts";
import type { FieldKind } from "./field-kind.ts";
import { registeredKind } from "./registry.ts";

function convert(value: unknown, children: FieldMap | undefined, to: "toForm" | "toWire"): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const child = children?.[name];
      const kind = child === undefined ? undefined : registeredKind(kindOf(name, child));
      return [name, child && kind?.[to] ? kind[to](inner, child) : inner];
    }),
  );
}

/** An object with fields of its own, entered as a small form. */
export const nestedKind: FieldKind = {
  cell: (value) => valueText(value),
  toForm: (value, field) => convert(value, field.children, "toForm"),
  toWire: (value, field) => convert(value, field.children, "toWire"),
};
