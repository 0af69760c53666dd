import { isDeepStrictEqual } from "node:util";
import { isObject, type Json } from "../engine/json.ts";
import { type FileValue, SecretReference } from "./document.ts";

/** A field as the API describes it (docs/contract/metadata.md). */
export interface DescribedField {
  readonly type: string;
  readonly read_only?: boolean;
  readonly write_only?: boolean;
  readonly default?: Json;
  readonly child?: DescribedField;
  readonly children?: Readonly<Record<string, DescribedField>>;
}

/** What a related object is called by, the most telling first. */
const nameAttributes = ["username", "full_value", "name", "id"] as const;

/** Types whose values have no order. */
const unordered: ReadonlySet<string> = new Set(["m2m_related_field", "tree", "multiple choice"]);

const isRelation = (type: string): boolean => type === "object_related_field" || type === "m2m_related_field";

/** What a file says for a value of the API: choices by their value, related objects by their name. */
export function toFileValue(value: Json, field: DescribedField): Json {
  if (Array.isArray(value)) return value.map((item) => toFileValue(item, field.child ?? field));
  if (!isObject(value)) return value;
  const object = value as { readonly [name: string]: Json };
  if (isRelation(field.type)) return object[nameAttributes.find((name) => name in object) ?? "id"] ?? null;
  if (field.children !== undefined) {
    const kept = Object.entries(field.children).filter(
      ([name, { read_only }]) => !read_only && name in object,
    );
    return Object.fromEntries(kept.map(([name, child]) => [name, toFileValue(object[name] ?? null, child)]));
  }
  if ("value" in object && "label" in object) return object.value ?? null;
  return value;
}

/**
 * Whether what a file says holds already. Of a nested object the file may name a part. A related object may be called
 * by anything it is known by.
 */
export function holds(wanted: FileValue, value: Json, field: DescribedField): boolean {
  if (wanted instanceof SecretReference) return false;
  if (Array.isArray(wanted) && Array.isArray(value)) return listHolds(wanted, value, field);
  if (isObject(value)) {
    const object = value as { readonly [name: string]: Json };
    if (isRelation(field.type) && !isObject(wanted)) return Object.values(object).includes(wanted);
    if (field.children !== undefined && isObject(wanted)) {
      const { children } = field;
      return Object.entries(wanted).every(([name, part]) =>
        holds(part as Json, object[name] ?? null, children[name] ?? { type: "field" }),
      );
    }
  }
  const present = toFileValue(value, field);
  return isDeepStrictEqual(wanted, present) || isSameInstant(wanted, present, field);
}

function listHolds(wanted: readonly Json[], value: readonly Json[], field: DescribedField): boolean {
  if (wanted.length !== value.length) return false;
  const one = field.child ?? field;
  if (!unordered.has(field.type)) {
    return wanted.every((item, index) => holds(item, value[index] ?? null, one));
  }
  const left = [...value];
  return wanted.every((item) => {
    const index = left.findIndex((other) => holds(item, other, one));
    if (index >= 0) left.splice(index, 1);
    return index >= 0;
  });
}

function isSameInstant(wanted: Json, value: Json, { type }: DescribedField): boolean {
  if (type !== "datetime" || typeof wanted !== "string" || typeof value !== "string") return false;
  return Date.parse(wanted) === Date.parse(value);
}
