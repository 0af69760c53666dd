import { valueText } from "../metadata/value-text.ts";
import type { FieldKind } from "./field-kind.ts";

/** A number. */
export const integerKind: FieldKind = {
  cell: (value) => <span className="numeric">{valueText(value)}</span>,
};
