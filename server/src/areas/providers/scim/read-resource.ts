import { isObject, plainText } from "../../../engine/json.ts";
import { enterprisePrefix, plainPath } from "./filter.ts";
import { type AttributeSchema, enterpriseAttributes } from "./schemas.ts";
import { refused } from "./scim-error.ts";

/** Longest text of an attribute, and how many values one may have. */
const longestText = 1_024;
const mostValues = 20_000;

/** A resource while it is changed: attributes by the names of their schema; those of companies below one key. */
export type Draft = Record<string, unknown>;

/** Where a draft holds what companies add. */
export const enterpriseKey = "enterprise";

/** The attribute of that name, in any capitals. */
export const attributeNamed = (
  attributes: readonly AttributeSchema[],
  name: string,
): AttributeSchema | undefined => {
  const wanted = name.toLowerCase();
  return attributes.find((one) => one.name.toLowerCase() === wanted);
};

/**
 * What a resource says of the attributes there are, each as its schema has it; others are left out, and so is what
 * only the server writes.
 * @throws ScimError invalidValue for a value of another type
 */
export function readResource(body: unknown, attributes: readonly AttributeSchema[]): Draft {
  if (!isObject(body)) throw refused("invalidSyntax", "the body is no object");
  const draft: Draft = {};
  for (const [key, value] of Object.entries(body)) {
    const path = plainPath(key);
    if (path === enterprisePrefix) {
      if (value !== null) draft[enterpriseKey] = readParts(value, enterpriseAttributes, "the extension");
      continue;
    }
    const attribute = attributeNamed(attributes, path);
    if (attribute === undefined || attribute.mutability === "readOnly") continue;
    const read = readValue(value, attribute);
    if (read !== undefined) draft[attribute.name] = read;
  }
  return draft;
}

/** The value of an attribute; undefined for none. Truth values may be written as texts, as Entra ID does. */
export function readValue(value: unknown, attribute: AttributeSchema): unknown {
  if (value === null || value === undefined) return undefined;
  const { name, type, multiValued, subAttributes = [] } = attribute;
  if (multiValued) {
    const values = Array.isArray(value) ? value : [value];
    if (values.length > mostValues) throw refused("invalidValue", `${name} has at most ${mostValues} values`);
    return values.map((one: unknown) =>
      readParts(typeof one === "string" ? { value: one } : one, subAttributes, name),
    );
  }
  // Entra ID names a manager by the id alone.
  if (type === "complex")
    return readParts(typeof value === "string" ? { value } : value, subAttributes, name);
  if (type === "boolean") return readTruth(value, name);
  return readText(value, name);
}

function readParts(value: unknown, attributes: readonly AttributeSchema[], name: string): Draft {
  if (!isObject(value)) throw refused("invalidValue", `${name} has to be an object`);
  const parts: Draft = {};
  for (const [key, one] of Object.entries(value)) {
    const attribute = attributeNamed(attributes, key);
    if (attribute === undefined) {
      if (name === "members" && key === "type" && plainText(one).toLowerCase() === "group")
        throw refused("invalidValue", "groups have people as members, not groups");
      continue;
    }
    const read = readValue(one, attribute);
    if (read !== undefined) parts[attribute.name] = read;
  }
  return parts;
}

function readTruth(value: unknown, name: string): boolean {
  if (typeof value === "boolean") return value;
  const word = typeof value === "string" ? value.toLowerCase() : "";
  if (word === "true" || word === "false") return word === "true";
  throw refused("invalidValue", `${name} is true or false`);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const control = /[\u0000-\u001f\u007f-\u009f]/;

function readText(value: unknown, name: string): string {
  if (typeof value !== "string") throw refused("invalidValue", `${name} is a text`);
  if (value.length > longestText)
    throw refused("invalidValue", `${name} has at most ${longestText} characters`);
  if (control.test(value)) throw refused("invalidValue", `${name} holds a control character`);
  return value.trim();
}
