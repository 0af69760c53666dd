import { FieldError } from "../../engine/errors.ts";
import { isObject, type Json, plainText } from "../../engine/json.ts";
import { type Field, type FieldOptions, structureCell } from "../../engine/resource/index.ts";
import { text } from "./texts.ts";

/** A phone number: country calling code with its plus, and the national number. */
export interface PhoneNumber {
  readonly code: string;
  readonly national: string;
}

/** Calling codes of one and two digits; every other one has three. */
const shortCodes = new Set(
  (
    "1 7 20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 " +
    "84 86 90 91 92 93 94 95 98"
  ).split(" "),
);

/**
 * Splits what a person or form writes into code and number; null when it is no phone number. Spaces, dashes,
 * dots and parentheses are ignored. A number without a code has `defaultCode`.
 */
export function parsePhone(input: string, defaultCode: string): PhoneNumber | null {
  const digits = input.replace(/[\s().-]/g, "").replace(/^00/, "+");
  if (!/^\+?\d{5,18}$/.test(digits)) return null;
  if (!digits.startsWith("+")) return build(defaultCode, digits);
  const all = digits.slice(1);
  const length = [1, 2].find((count) => shortCodes.has(all.slice(0, count))) ?? 3;
  return build(`+${all.slice(0, length)}`, all.slice(length));
}

function build(code: string, national: string): PhoneNumber | null {
  const plausible =
    code === "+86" ? /^(1[3-9]\d{9}|0?\d{7,12})$/.test(national) : /^\d{4,15}$/.test(national);
  return plausible && /^\+\d{1,4}$/.test(code) ? { code, national } : null;
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
