import { FieldError } from "../../../engine/errors.ts";
import { text } from "../texts.ts";

/** Names of platforms and of types that platforms make: letters, digits, hyphens and underscores. */
export function checkSlug(value: string): string {
  if (!/^[\p{L}\p{N}_-]+$/u.test(value)) throw new FieldError([text.slug]);
  return value;
}
