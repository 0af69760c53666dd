import { parsePhoneNumberFromString } from "libphonenumber-js/min";

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
