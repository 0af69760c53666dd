import type { FieldMap, Row } from "../../kit/metadata/types.ts";
import { valueText } from "../../kit/metadata/value-text.ts";

/** What is known of a machine, under the server's names for it; what is not known is left out. */
export function hardwareItems(fields: FieldMap, info: Row) {
  const children = fields.gathered_info?.children ?? {};
  return Object.entries(info)
    .map(([key, value]) => ({ key, label: children[key]?.label ?? key, value: valueText(value) }))
    .filter(({ value }) => value !== "");
}
