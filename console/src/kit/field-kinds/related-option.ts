import type { Row } from "../metadata/types.ts";
import { valueText } from "../metadata/value-text.ts";
import type { RelatedSource } from "./field-kind.ts";

/** An option: the related object's key and, once known, its text. */
export interface Option {
  readonly value: string | number;
  readonly label?: string;
}

/** The option that stands for a row. */
export function optionOf(item: Row, source: RelatedSource): Option {
  const value = item.id as string | number;
  return { value, label: source.label?.(item) ?? valueText({ ...item, id: undefined }) };
}
