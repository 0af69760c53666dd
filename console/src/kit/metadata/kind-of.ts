import type { FieldMetadata } from "./types.ts";

/** The kinds of field the console knows; each has one file in `kit/field-kinds/`. */
export type FieldKindName =
  | "string"
  | "text-area"
  | "email"
  | "secret"
  | "choice"
  | "choices"
  | "boolean"
  | "datetime"
  | "integer"
  | "related"
  | "related-many"
  | "list"
  | "tree"
  | "protocols"
  | "nested"
  | "json"
  | "phone";

const BY_TYPE: Readonly<Record<string, FieldKindName>> = {
  email: "email",
  choice: "choice",
  labeled_choice: "choice",
  "multiple choice": "choices",
  boolean: "boolean",
  datetime: "datetime",
  date: "datetime",
  integer: "integer",
  float: "integer",
  decimal: "integer",
  object_related_field: "related",
  m2m_related_field: "related-many",
  list: "list",
  tree: "tree",
  "nested object": "nested",
  json: "json",
};

/**
 * Decides how a field is entered and shown, from its name and metadata (docs/contract/console.md, "Forms").
 *
 * @param name field name
 * @param field metadata
 */
export function kindOf(name: string, field: FieldMetadata): FieldKindName {
  if (name === "comment") return "text-area";
  if (name === "phone") return "phone";
  if (name === "protocols" && field.type === "field") return "protocols";
  const kind = BY_TYPE[field.type];
  if (kind !== undefined) return kind;
  if (field.write_only === true && field.type === "string") return "secret";
  return "string";
}
