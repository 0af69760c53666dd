import { valueText } from "../metadata/value-text.ts";
import type { FieldKind } from "./field-kind.ts";

/** A list of texts, entered as tags. */
export const listKind: FieldKind = { cell: (value) => valueText(value) };
