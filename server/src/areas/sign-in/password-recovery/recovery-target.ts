import { type RawBuilder, sql } from "kysely";
import { storablePhone } from "../../../engine/resource/index.ts";
import type { Services } from "../../../engine/services.ts";

/** Where a code goes: the column it is kept in, and its value as it is compared. */
export interface RecoveryTarget {
  readonly column: "email" | "phone";
  readonly value: string;
}

/** A text without what is around it, cut at a length. */
export const plain = (text: string, limit: number): string =>
  text.replaceAll("\0", "").trim().slice(0, limit);

/** An address as it is compared: mail servers do not distinguish cases. */
export const asEmailTarget = (text: string): RecoveryTarget => ({
  column: "email",
  value: plain(text, 128).toLowerCase(),
});

/**
 * A number as users have it: in whichever way it is written, with `+86`, `0086` or no calling code. What is no number is
 * nobody's.
 */
export async function asPhoneTarget(
  { settings }: Pick<Services, "settings">,
  text: string,
): Promise<RecoveryTarget> {
  const code = await settings.get<string>("PHONE_DEFAULT_COUNTRY_CODE");
  return { column: "phone", value: (await storablePhone(plain(text, 32), code)) ?? "" };
}

/** Says that the target is that of the user. */
export const isOf = ({ column, value }: RecoveryTarget): RawBuilder<boolean> =>
  column === "email" ? sql`lower(email) = ${value}` : sql`phone = ${value}`;
