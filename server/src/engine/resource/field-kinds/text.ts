import { FieldError } from "../../errors.ts";
import { withParameters } from "../../i18n/messages.ts";
import { text as messages } from "../../i18n/texts.ts";
import { isWellFormed } from "../../json.ts";
import { textCell } from "./cells.ts";
import type { Field, FieldOptions } from "./field.ts";
import type { Nullable } from "./field-types.ts";

/** Options of text kinds. Lengths are in characters. */
export interface TextOptions<Null extends boolean = boolean, Column extends string = string>
  extends FieldOptions<Null, Column> {
  readonly maxLength?: number;
  readonly minLength?: number;
  /** The empty string is a value. Default: true unless required. */
  readonly blank?: boolean;
  /** Surrounding white space is removed. Default true. */
  readonly trim?: boolean;
  /** A further rule; throws `FieldError`. May answer a normalised value. */
  readonly check?: (value: string) => string;
}

/** Reads a text: numbers are taken as their digits, NUL is refused, limits are enforced. */
export function parseText(input: unknown, options: TextOptions): string {
  if (typeof input !== "string" && typeof input !== "number") throw new FieldError([messages.notString]);
  const raw = String(input);
  if (raw.includes("\0")) throw new FieldError([messages.nulCharacter]);
  // Half of a character would be stored as another one.
  if (!isWellFormed(raw)) throw new FieldError([messages.illFormed]);
  const value = options.trim === false ? raw : raw.trim();
  if (value === "") {
    if (options.blank ?? options.required !== true) return value;
    throw new FieldError([messages.notBlank]);
  }
  if (options.maxLength !== undefined && isLonger(value, options.maxLength)) {
    throw new FieldError([withParameters(messages.tooLong, { limit: options.maxLength })]);
  }
  if (options.minLength !== undefined && !isLonger(value, options.minLength - 1)) {
    throw new FieldError([withParameters(messages.tooShort, { limit: options.minLength })]);
  }
  return options.check === undefined ? value : options.check(value);
}

/** Whether a text has more characters, as PostgreSQL counts them: one outside the basic plane is one, not two. */
function isLonger(value: string, limit: number): boolean {
  if (value.length <= limit) return false;
  return value.length > limit * 2 || [...value].length > limit;
}

function describeLimits(options: TextOptions): Record<string, unknown> {
  return {
    ...(options.minLength === undefined ? {} : { min_length: options.minLength }),
    ...(options.maxLength === undefined ? {} : { max_length: options.maxLength }),
  };
}

/** A line or block of text; without `maxLength` forms show a block. */
export function text<Null extends boolean = false, Column extends string = never>(
  options: TextOptions<Null, Column>,
): Field<Nullable<string, Null>, Nullable<string, Null>, NoInfer<Column>> {
  return {
    type: "string",
    options,
    cell: textCell,
    parse: (input) => parseText(input, options),
    describe: () => describeLimits(options),
  };
}

const emailPattern = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/;

/** Whether a text is one e-mail address, without a name. */
export const isEmailAddress = (value: string): boolean => emailPattern.test(value);

/** An e-mail address. */
export function email<Null extends boolean = false, Column extends string = never>(
  options: TextOptions<Null, Column>,
): Field<Nullable<string, Null>, Nullable<string, Null>, NoInfer<Column>> {
  return {
    ...text(options),
    type: "email",
    parse: (input) => {
      const value = parseText(input, options);
      if (value !== "" && !isEmailAddress(value)) throw new FieldError([messages.notEmail]);
      return value;
    },
  };
}

/** Longest address of a page, in characters. */
const longestUrl = 2048;

/** The address of a page, by `http` or `https`. */
export function url<Null extends boolean = false, Column extends string = never>(
  options: TextOptions<Null, Column>,
): Field<Nullable<string, Null>, Nullable<string, Null>, NoInfer<Column>> {
  const check = (value: string): string => {
    if (!isPage(value)) throw new FieldError([messages.notUrl]);
    return options.check === undefined ? value : options.check(value);
  };
  return {
    ...text(options),
    type: "url",
    parse: (input) => parseText(input, { maxLength: longestUrl, ...options, check }),
  };
}

/** An address with anything else in front would run as a script, or lead into somebody's files. */
function isPage(value: string): boolean {
  if (/[\s\p{Cc}]/u.test(value) || !URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return (protocol === "https:" || protocol === "http:") && username === "" && password === "";
}
