import { FieldError } from "./errors.ts";
import { withParameters } from "./i18n/messages.ts";
import { text } from "./i18n/texts.ts";

/** Longest name, in characters. */
const longestName = 128;

/** Control characters, line and paragraph separators, and what turns the direction of the text around it. */
const disturbing = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** Whether a text could not stand in a line among others. */
export const isDisturbing = (value: string): boolean => disturbing.test(value);

/** Fields whose text stands in lists, trees, logs and terminals among others: names, and what is read as one. */
const namesSomething = /^(name|username|hostname|value|title|subject)$|_name$/;

/**
 * Refuses a field's value that could not stand in a line among others, where the field names something.
 * @throws FieldError
 */
export function refuseDisturbing(field: string, value: unknown): void {
  if (typeof value === "string" && namesSomething.test(field) && disturbing.test(value)) {
    throw new FieldError([text.nameCharacters]);
  }
}

/** More marks on one letter than any script has: they would grow into the lines around it. */
const piled = /\p{Mn}{5}|^\p{M}/u;

/**
 * A name as it is kept: of any script, composed (NFC), so that the same letters are the same text however they were
 * typed. Joiners stay, some scripts need them. Contract: docs/contract/identity.md, "Names".
 * @throws FieldError for characters that would make a name look like another, or break the line it is in.
 */
export function normalizeName(value: string): string {
  if (disturbing.test(value)) throw new FieldError([text.nameCharacters]);
  return composedName(value);
}

/**
 * A name composed.
 * @throws FieldError for marks piled up, and for what is too long: composing makes some letters of a few scripts two.
 */
export function composedName(value: string): string {
  const kept = value.normalize("NFC");
  if (piled.test(kept)) throw new FieldError([text.nameCharacters]);
  if ([...kept].length <= longestName) return kept;
  throw new FieldError([withParameters(text.tooLong, { limit: longestName })]);
}

/** What two names have in common that read the same: in other capitals, or in letters of another width. */
export function foldedName(value: string): string {
  return value.normalize("NFKC").toLowerCase();
}
