import type { FieldKind } from "./field-kind.ts";

/** A write-only text: never read back, left out of the request when empty. */
export const secretKind: FieldKind = {
  cell: () => "",
  toForm: () => undefined,
  toWire: (value) => (value === "" || value === null ? undefined : value),
};
