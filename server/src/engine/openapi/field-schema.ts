import { isObject } from "../json.ts";

/** A JSON Schema (2020-12), as OpenAPI 3.1 takes it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What of a field's metadata a schema is made of. */
interface FieldMetadata {
  readonly type: string;
  readonly required?: boolean;
  readonly default?: unknown;
  readonly read_only?: boolean;
  readonly write_only?: boolean;
  readonly label?: string;
  readonly help_text?: string;
  readonly min_length?: number;
  readonly max_length?: number;
  readonly min_value?: number;
  readonly max_value?: number;
  readonly choices?: readonly { readonly value: unknown }[];
  readonly tree?: readonly TreeNode[];
  readonly child?: FieldMetadata;
  readonly children?: FieldMap;
}

interface TreeNode {
  readonly value: string;
  readonly children?: readonly TreeNode[];
}

type FieldMap = Readonly<Record<string, FieldMetadata>>;

/** Whether a schema tells what is answered or what is sent. */
export type Use = "read" | "write";

const formats: Readonly<Record<string, JsonSchema>> = {
  string: { type: "string" },
  email: { type: "string", format: "email" },
  url: { type: "string", format: "uri" },
  slug: { type: "string" },
  regex: { type: "string" },
  integer: { type: "integer" },
  float: { type: "number" },
  decimal: { type: "string" },
  boolean: { type: "boolean" },
  date: { type: "string", format: "date" },
  time: { type: "string" },
  json: {},
  field: {},
};

const instant: JsonSchema = { type: "string", examples: ["2026/01/31 09:30:00 +0800"] };

const key: JsonSchema = { type: ["string", "integer"] };

const related: Readonly<Record<Use, JsonSchema>> = {
  read: { type: "object", properties: { id: key, name: { type: "string" } } },
  write: {
    anyOf: [
      key,
      { type: "object", properties: { pk: key }, required: ["pk"] },
      { type: "object", properties: { id: key }, required: ["id"] },
    ],
  },
};

/** A value with its name when read; the value, or an object with it, when sent. */
function chosen(values: readonly unknown[], use: Use): JsonSchema {
  const value: JsonSchema = values.length === 0 ? {} : { enum: values };
  const object = { type: "object", required: ["value"] };
  return use === "read"
    ? { ...object, properties: { value, label: { type: "string" } } }
    : { anyOf: [value, { ...object, properties: { value } }] };
}

const leaves = (nodes: readonly TreeNode[]): string[] =>
  nodes.flatMap(({ value, children }) => (children === undefined ? [value] : leaves(children)));

function kindSchema(field: FieldMetadata, use: Use): JsonSchema {
  const values = (field.choices ?? []).map(({ value }) => value);
  const list = (items: JsonSchema): JsonSchema => ({ type: "array", items });
  switch (field.type) {
    case "datetime":
      return instant;
    case "choice":
      return values.length === 0 ? {} : { enum: values };
    case "labeled_choice":
      return chosen(values, use);
    case "multiple choice":
      return list(chosen(values, use));
    case "tree":
      return list(
        chosen(use === "read" ? leaves(field.tree ?? []) : [...leaves(field.tree ?? []), "all"], use),
      );
    case "object_related_field":
      return related[use];
    case "m2m_related_field":
      return list(related[use]);
    case "list":
      return list(field.child === undefined ? {} : fieldSchema(field.child, use));
    case "nested object":
      return field.children === undefined ? { type: "object" } : objectSchema(field.children, use);
    default:
      return field.child === undefined ? (formats[field.type] ?? {}) : list(fieldSchema(field.child, use));
  }
}

/** The schema of one field. */
function fieldSchema(field: FieldMetadata, use: Use): JsonSchema {
  const { label, help_text, min_length, max_length, min_value, max_value } = field;
  const initial = use === "write" && !isInstant(field.default) ? field.default : undefined;
  const extra = {
    title: label,
    description: help_text,
    minLength: min_length,
    maxLength: max_length,
    minimum: min_value,
    maximum: max_value,
    default: initial,
  };
  return {
    ...kindSchema(field, use),
    ...Object.fromEntries(Object.entries(extra).filter(([, value]) => value !== undefined)),
  };
}

/** Defaults that are the time of asking say nothing about the next time. */
const isInstant = (value: unknown): boolean =>
  typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value);

/**
 * The schema of an object from the metadata of its fields: what is answered, or what is sent. `partial` leaves out
 * what must be sent.
 */
export function objectSchema(fields: object, use: Use, partial = false): JsonSchema {
  const shown = Object.entries(fields as FieldMap).filter(([, field]) =>
    use === "read" ? field.write_only !== true : field.read_only !== true,
  );
  const required = shown.filter(([, field]) => field.required === true).map(([name]) => name);
  return {
    type: "object",
    properties: Object.fromEntries(shown.map(([name, field]) => [name, fieldSchema(field, use)])),
    ...(use === "write" && !partial && required.length > 0 ? { required } : {}),
  };
}

/** The same schema, also taking null. */
export function orNull(schema: JsonSchema): JsonSchema {
  const { title, description, default: initial, ...rest } = schema;
  const said = { title, description, default: initial };
  const shown = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
  if (Object.keys(rest).length === 0) return schema;
  if (typeof rest.type === "string" && !("enum" in rest))
    return { ...rest, type: [rest.type, "null"], ...shown };
  return { anyOf: [...(Array.isArray(rest.anyOf) ? rest.anyOf : [rest]), { type: "null" }], ...shown };
}

/** Names of the fields of an object schema. */
export function propertiesOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  return isObject(schema.properties) ? (schema.properties as Record<string, JsonSchema>) : {};
}
