import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import { FieldError } from "../../engine/errors.ts";
import { isObject, type Json, plainText } from "../../engine/json.ts";
import { type Field, type FieldOptions, structureCell } from "../../engine/resource/index.ts";
import { text } from "./texts.ts";

/** A phone number: country calling code with its plus, and the national number. */
export interface PhoneNumber {
  readonly code: string;
  readonly national: string;
}

/** What the column takes. */
const storable = /^\d{4,15}$/;

/**
 * Splits what a person or form writes into code and number; null when it is no phone number. Spaces, dashes,
 * dots and parentheses are ignored. A number without a code has `defaultCode`.
 */
export function parsePhone(input: string, defaultCode: string): PhoneNumber | null {
  const digits = input.replace(/[\s().-]/g, "").replace(/^00/, "+");
  if (!/^\+?\d{5,18}$/.test(digits)) return null;
  const number = parsePhoneNumberFromString(digits, { defaultCallingCode: defaultCode.replace("+", "") });
  // Numbers are handed out faster than a table of them is renewed: a possible length is all that is asked for.
  if (number?.isPossible() !== true || !storable.test(number.nationalNumber)) return null;
  return { code: `+${number.countryCallingCode}`, national: number.nationalNumber };
}

/** A phone number: written as text or `{code, phone}`, read as `{code, phone}` with the number as a number. */
export function phone(options: FieldOptions): Field<string | null> {
  return {
    type: "string",
    options,
    cell: structureCell,
    parse: async (input, { context }) => {
      if (input === "") return null;
      const written = isObject(input) ? `${plainText(input.code)}${plainText(input.phone)}` : input;
      if (isObject(input) && (input.phone === "" || input.phone === null || input.phone === undefined))
        return null;
      if (typeof written !== "string" && typeof written !== "number")
        throw new FieldError([text.invalidPhone]);
      const code = await context.services.settings.get<string>("PHONE_DEFAULT_COUNTRY_CODE");
      const parsed = parsePhone(String(written), code);
      if (parsed === null) throw new FieldError([text.invalidPhone]);
      return `${parsed.code} ${parsed.national}`;
    },
    present: (row, _context, _loaded, column): Json => {
      const stored = row[column];
      if (typeof stored !== "string") return null;
      const [code = "", national = ""] = stored.split(" ");
      return { code, phone: Number(national) };
    },
  };
}
