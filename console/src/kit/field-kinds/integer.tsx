import { valueText } from "../metadata/value-text.ts";
import type { FieldKind } from "./field-kind.ts";

/** A number. */
export const integerKind: FieldKind = {
  cell: (value) => {
    const text = valueText(value);
    return text === "" ? "" : <span className="numeric">{text}</span>;
  },
  filter: () => ({ type: "number" }),
};
