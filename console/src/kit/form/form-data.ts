import type { Row } from "../metadata/types.ts";

/** A body of texts, numbers and files as a form; what is undefined or null is left out. */
export function toFormData(body: Row): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    if (value instanceof File) form.set(name, value);
    else if (value !== undefined && value !== null) form.set(name, String(value));
  }
  return form;
}
