import { FieldError } from "../../errors.ts";
import { text } from "../../i18n/texts.ts";
import { isObject, type Json, plainText } from "../../json.ts";
import { structureCell } from "./cells.ts";
import type { Field, FieldOptions } from "./field.ts";

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
      const kept = await storablePhone(String(written), code);
      if (kept === null) throw new FieldError([text.invalidPhone]);
      return kept;
    },
    present: (row, _context, _loaded, column): Json => {
      const stored = row[column];
      if (typeof stored !== "string") return null;
      return splitPhone(stored);
    },
  };
}

/** A number as it is kept -> as it is read. */
export function splitPhone(stored: string): { readonly code: string; readonly phone: number } {
  const [code = "", national = ""] = stored.split(" ");
  return { code, phone: Number(national) };
}

/** A phone number as it is kept; null for what is none. A number without a code has `defaultCode`. */
export async function storablePhone(written: string, defaultCode: string): Promise<string | null> {
  // The table of all countries is loaded with the first number somebody writes.
  const { parsePhone } = await import("./parse-phone.ts");
  const parsed = parsePhone(written, defaultCode);
  return parsed === null ? null : `${parsed.code} ${parsed.national}`;
}
