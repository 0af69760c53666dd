import { isRecord } from "../api/api-error.ts";
import { valueText } from "../metadata/value-text.ts";
import type { FieldKind } from "./field-kind.ts";

/** A label as its text `name:value`, with its id when it exists already. */
export interface LabelChoice {
  readonly value: string;
  readonly id?: string;
}

/** Splits `name:value`; undefined when there is no name or no value. */
export function parseLabel(text: string): { readonly name: string; readonly value: string } | undefined {
  const colon = text.indexOf(":");
  const name = text.slice(0, colon).trim();
  const value = text.slice(colon + 1).trim();
  return colon < 1 || name === "" || value === "" ? undefined : { name, value };
}

/** Text of a label, `name:value`. */
export function labelText(label: unknown): string {
  return isRecord(label) && "name" in label ? `${valueText(label.name)}:${valueText(label.value)}` : "";
}

/** Reads labels of any answer. */
export function readLabels(value: unknown): LabelChoice[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isRecord).map((label) => {
    const text = "name" in label ? labelText(label) : valueText(label.value);
    return typeof label.id === "string" ? { value: text, id: label.id } : { value: text };
  });
}

/** Labels of an object: existing ones by their key, new ones by name and value (docs/contract/assets.md). */
export const labelsKind: FieldKind = {
  cell: (value) => (
    <span className="tags">
      {readLabels(value).map((label) => (
        <span className="tag" key={label.value}>
          {label.value}
        </span>
      ))}
    </span>
  ),
  toForm: readLabels,
  toWire: (value) =>
    readLabels(value).flatMap<unknown>(({ id, value: text }) =>
      id === undefined ? (parseLabel(text) ?? []) : { pk: id },
    ),
};

/**
 * The labels that fit what is typed, the very one first: Enter takes the first, also while the options are still those
 * of an earlier search.
 */
export function fittingLabels(texts: readonly string[], typed: string): string[] {
  const terms = typed.toLowerCase().split(/[\s,]+/);
  const left = texts.filter((text) => terms.every((term) => text.toLowerCase().includes(term)));
  return [...left.filter((text) => text === typed), ...left.filter((text) => text !== typed)];
}
