import { errorText, isRecord } from "../api/api-error.ts";
import { labelled } from "./labelled.ts";

/** Where a message belongs: the form field's path, and the words. */
export interface FieldError {
  readonly path: readonly (string | number)[];
  readonly messages: readonly string[];
}

/** A 400 answer, sorted into what belongs to fields and what belongs to the form as a whole. */
export interface FormErrors {
  readonly fields: readonly FieldError[];
  readonly form: readonly string[];
}

/** Every sentence in an error value, however deep. */
export function flattenMessages(value: unknown): string[] {
  if (typeof value === "string") return value.trim() === "" ? [] : [value];
  if (Array.isArray(value)) return value.flatMap(flattenMessages);
  if (isRecord(value)) return Object.values(value).flatMap(flattenMessages);
  return [];
}

function nestedErrors(
  path: readonly (string | number)[],
  value: unknown,
  nested: ReadonlySet<string>,
): FieldError[] {
  if (nested.has(String(path[0]))) {
    if (isRecord(value)) {
      return Object.entries(value).flatMap(([key, inner]) => nestedErrors([...path, key], inner, nested));
    }
    if (Array.isArray(value) && value.some(isRecord)) {
      return value.flatMap((inner, index) => nestedErrors([...path, index], inner, nested));
    }
  }
  const messages = flattenMessages(value);
  return messages.length > 0 ? [{ path, messages }] : [];
}

/**
 * Maps a 400 answer onto a form (docs/contract/conventions.md, "Errors"): messages of shown fields go to them, everything else,
 * including messages of fields the form does not show, goes to the form so that nothing stays unseen.
 *
 * @param body the answer
 * @param shown names of the fields on the form
 * @param nested names of the fields whose children, or whose rows' children, are form fields of their own
 * @param label the label of a field that is not shown, to introduce its message
 */
export function formErrors(
  body: unknown,
  shown: readonly string[],
  nested: readonly string[] = [],
  label: (name: string) => string = (name) => name,
): FormErrors {
  if (!isRecord(body)) {
    const text = errorText(body);
    return { fields: [], form: text === undefined ? [] : [text] };
  }
  const fields: FieldError[] = [];
  const form: string[] = [];
  const nestedNames = new Set(nested);
  for (const [name, value] of Object.entries(body)) {
    if (shown.includes(name)) fields.push(...nestedErrors([name], value, nestedNames));
    else if (["error", "msg", "detail", "non_field_errors"].includes(name))
      form.push(...flattenMessages(value));
    else if (name !== "code") form.push(...flattenMessages(value).map((text) => labelled(label(name), text)));
  }
  return { fields, form };
}
