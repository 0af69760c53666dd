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
  | "phone"
  | "date"
  | "nested-list"
  | "labels"
  | "cron"
  | "addresses"
  | "time-periods"
  | "attribute-filter"
  | "file"
  | "picture"
  | "code";

const BY_TYPE: Readonly<Record<string, FieldKindName>> = {
  email: "email",
  choice: "choice",
  labeled_choice: "choice",
  "multiple choice": "choices",
  boolean: "boolean",
  datetime: "datetime",
  date: "date",
  integer: "integer",
  float: "integer",
  decimal: "integer",
  object_related_field: "related",
  m2m_related_field: "related-many",
  list: "list",
  tree: "tree",
  "nested object": "nested",
  json: "json",
  "file upload": "file",
  "image upload": "picture",
};

/** Fields whose name says more than their type, given the type. */
const BY_NAME: Readonly<Record<string, { readonly type: string; readonly kind: FieldKindName }>> = {
  comment: { type: "string", kind: "text-area" },
  email: { type: "string", kind: "email" },
  phone: { type: "string", kind: "phone" },
  crontab: { type: "string", kind: "cron" },
  protocols: { type: "field", kind: "protocols" },
  labels: { type: "field", kind: "labels" },
  users: { type: "field", kind: "attribute-filter" },
  assets: { type: "field", kind: "attribute-filter" },
  ip_group: { type: "list", kind: "addresses" },
  time_period: { type: "list", kind: "time-periods" },
};

/**
 * Decides how a field is entered and shown, from its name and metadata (docs/contract/console.md, "Forms").
 *
 * @param name field name
 * @param field metadata
 */
export function kindOf(name: string, field: FieldMetadata): FieldKindName {
  const named = BY_NAME[name];
  if (named?.type === field.type) return named.kind;
  const rows = (field.type === "field" || field.type === "list") && field.child?.type === "nested object";
  if (rows) return "nested-list";
  if (field.type === "nested object" && field.children === undefined) return "json";
  const kind = BY_TYPE[field.type];
  if (kind !== undefined) return kind;
  if (field.type !== "string") return "string";
  if (field.write_only === true || name === "password") return "secret";
  return field.max_length === undefined && field.read_only === false ? "text-area" : "string";
}
