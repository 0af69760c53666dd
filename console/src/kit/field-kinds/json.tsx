import type { FieldKind } from "./field-kind.ts";

/** Text of a JSON value for the editor; what cannot be parsed stays text until it can. */
export function jsonText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? {}, undefined, 2);
}

/** Whether a text is valid JSON. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Any JSON value, edited as text. */
export const jsonKind: FieldKind = {
  cell: (value) => (value === null || value === undefined ? "" : <code>{JSON.stringify(value)}</code>),
  toForm: jsonText,
  toWire: (value) => {
    if (typeof value !== "string") return value;
    return isJson(value) ? (JSON.parse(value) as unknown) : value;
  },
};
