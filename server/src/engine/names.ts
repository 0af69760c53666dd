import { FieldError } from "./errors.ts";
import { withParameters } from "./i18n/messages.ts";
import { text } from "./i18n/texts.ts";

/** Longest name, in characters. */
const longestName = 128;

/** Control characters, line and paragraph separators, and what turns the direction of the text around it. */
const disturbing = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u;

/**
 * What has no use in a text of several lines either: it commands a terminal, or shows the text after it in another
 * order. The marks of a letter's own direction stay, writers of Arabic and Hebrew use them.
 */
const disturbingInText = /[^\P{Cc}\t\n\r]|[\u202a-\u202e\u2066-\u2069]/u;

/** Whether a text could not stand in a line among others. */
export const isDisturbing = (value: string): boolean => disturbing.test(value);

/** A text with a sign in place of each character that could not stand in a line among others. */
export const withoutDisturbing = (value: string): string =>
  value.replaceAll(new RegExp(disturbing, "gu"), "\ufffd");

/** A text of several lines with a sign in place of each character that has no use in one. */
export const withoutDisturbingInText = (value: string): string =>
  value.replaceAll(new RegExp(disturbingInText, "gu"), "\ufffd");

/**
 * A text that can stand in a line among others.
 * @throws FieldError
 */
export function oneLine(value: string): string {
  if (isDisturbing(value)) throw new FieldError([text.nameCharacters]);
  return value;
}

/** Fields whose text stands in lists, trees, logs and terminals among others: names, and what is read as one. */
const namesSomething =
  /^(name|username|hostname|address|address_last_login|wechat|title|subject|value|full_value|source_id|runas|chdir)$|_(name|title|subject|prefix)$/i;

/** Fields whose text may have several lines, and stands beside names. */
const saysSomething = /^(comment|public_key|args)$/;

/**
 * Refuses a field's value that could not stand among others, where the field names or describes something.
 * @throws FieldError
 */
export function refuseDisturbing(field: string, value: unknown): void {
  if (typeof value !== "string") return;
  if (namesSomething.test(field)) oneLine(value);
  else if (saysSomething.test(field) && disturbingInText.test(value)) {
    throw new FieldError([text.textCharacters]);
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
  return composedName(oneLine(value));
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
