import { isRecord } from "../api/api-error.ts";

/**
 * The text of any value the API returns: choices by label, relations by name, lists joined by commas.
 *
 * @returns the text, or an empty string for null, undefined and empty values
 */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(valueText).filter(Boolean).join(", ");
  if (isRecord(value)) {
    for (const key of ["label", "display_name", "name", "username", "value", "id"]) {
      const part = value[key];
      if (typeof part === "string" || typeof part === "number") return String(part);
    }
    return JSON.stringify(value);
  }
  return String(value);
}

/**
 * The plain value behind what the API reads: `{value,label}` → value, `{id,…}` → id, anything else unchanged.
 */
export function plainValue(value: unknown): unknown {
  if (!isRecord(value)) return value;
  if ("value" in value && "label" in value) return value.value;
  return value.id ?? value.pk ?? value;
}
