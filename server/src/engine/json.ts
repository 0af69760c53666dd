/** A value as it travels in a JSON body. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A JSON object of unknown shape. */
export type JsonObject = { readonly [key: string]: Json };

/** Whether `value` is a JSON object: neither null nor a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Deepest nesting of JSON from outside. What is read is walked recursively later, and must not exhaust the stack. */
export const deepestNesting = 64;

/** Whether the JSON in `text` is nested deeper than what is read. */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (isQuoted) {
      if (character === 0x5c) at += 1;
      else if (character === 0x22) isQuoted = false;
    } else if (character === 0x22) isQuoted = true;
    else if (character === 0x5b || character === 0x7b) depth += 1;
    else if (character === 0x5d || character === 0x7d) depth -= 1;
    if (depth > deepestNesting) return true;
  }
  return false;
}

/**
 * The text of a plain value, `""` of any other. Input is never made into text otherwise: an object such as
 * `{"toString": 1}` cannot be, and throws.
 */
export function plainText(value: unknown): string {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : "";
}

/** Whether a text is whole: no half of a surrogate pair, which UTF-8 cannot express. */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/** The beginning of a text: at most so many characters, none of them cut in half. */
export function firstCharacters(text: string, most: number): string {
  return text.length <= most ? text : [...text.slice(0, most * 2)].slice(0, most).join("");
}

/** The word the error messages use for the type of an input value. */
export function typeName(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "list";
  switch (typeof value) {
    case "object":
      return "dict";
    case "string":
      return "str";
    case "boolean":
      return "bool";
    case "number":
      return Number.isInteger(value) ? "int" : "float";
    default:
      return typeof value;
  }
}
