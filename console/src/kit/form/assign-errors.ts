import type { ApiError } from "../api/api-error.ts";
import { failureText } from "../feedback.ts";
import { type FieldError, formErrors } from "../metadata/form-errors.ts";
import { labelled } from "../metadata/labelled.ts";
import type { FieldPath } from "./form-context.ts";
import type { FormField, FormValues } from "./form-model.ts";

/** A refused request, sorted: what is said at fields that are on the page, and what is said above the form. */
export interface AssignedErrors {
  readonly fields: readonly FieldError[];
  readonly form: readonly string[];
}

/** The longest part of a path that can show a message on the page; undefined when there is none. */
function shownPath(items: readonly FormField[], path: FieldPath, values: FormValues): FieldPath | undefined {
  const [name, ...inside] = path;
  const item = items.find((field) => field.name === name);
  if (name === undefined || item === undefined || item.override.hidden?.(values) === true) return undefined;
  if (item.children.length === 0) return [name];
  if (item.kind === "nested") {
    const found = shownPath(item.children, inside, values);
    return found === undefined ? undefined : [name, ...found];
  }
  const [row, ...rest] = inside;
  const found = typeof row === "number" ? shownPath(item.children, rest, values) : undefined;
  return row === undefined || found === undefined ? [name] : [name, row, ...found];
}

/**
 * Sorts a refusal onto a form (docs/contract/conventions.md, "Errors"). Nothing stays unseen: what no field on
 * the page can show is said above the form, with the label of what it is about.
 *
 * @param items the fields of the form
 * @param values the form's values, because hidden fields show nothing
 * @param label the label of a field that is not on the form
 */
export function assignErrors(
  failure: ApiError,
  items: readonly FormField[],
  values: FormValues,
  label: (name: string) => string,
): AssignedErrors {
  const names = items.map((item) => item.name);
  const nested = items.filter((item) => item.children.length > 0).map((item) => item.name);
  const found = formErrors(failure.body, names, nested, label);
  const fields: FieldError[] = [];
  const form = [...found.form];
  for (const { path, messages } of found.fields) {
    const shown = shownPath(items, path, values);
    if (shown !== undefined) fields.push({ path: shown, messages });
    else form.push(...messages.map((text) => labelled(itemLabel(items, path), text)));
  }
  if (fields.length === 0 && form.length === 0) form.push(failureText(failure));
  return { fields: joined(fields), form };
}

/** The labels along a path, as far as there are any. */
function itemLabel(items: readonly FormField[], path: FieldPath): string {
  const [name, ...inside] = path;
  const item = items.find((field) => field.name === name);
  if (item === undefined) return String(name);
  const below = inside.find((key) => typeof key === "string");
  return below === undefined || item.children.length === 0
    ? item.label
    : `${item.label} / ${itemLabel(item.children, inside.slice(inside.indexOf(below)))}`;
}

/** Messages of the same field, as one. */
function joined(errors: readonly FieldError[]): FieldError[] {
  const byPath = new Map<string, FieldError>();
  for (const { path, messages } of errors) {
    const key = JSON.stringify(path);
    const before = byPath.get(key)?.messages ?? [];
    byPath.set(key, { path, messages: [...before, ...messages] });
  }
  return [...byPath.values()];
}
