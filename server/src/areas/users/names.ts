import { sql } from "kysely";
import type { CallerContext } from "../../engine/access/context.ts";
import { FieldError } from "../../engine/errors.ts";
import { withParameters } from "../../engine/i18n/messages.ts";
import { text as shared } from "../../engine/i18n/texts.ts";
import { text } from "./texts.ts";

/** Longest name, in characters. */
const longestName = 128;

/** Control characters, line and paragraph separators, and what turns the direction of the text around it. */
const disturbing = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** Characters that are not seen: two usernames must not differ by them. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/**
 * A name as it is kept: of any script, composed (NFC), so that the same letters are the same text however they were
 * typed. Joiners stay, some scripts need them. Contract: docs/contract/identity.md, "Names".
 * @throws FieldError for characters that would make a name look like another, or break the line it stands in.
 */
export function keptName(value: string): string {
  if (disturbing.test(value)) throw new FieldError([text.nameCharacters]);
  return composed(value);
}

/**
 * A username as it is kept.
 * @throws FieldError for characters that are not seen.
 */
export function keptUsername(value: string): string {
  if (invisible.test(value)) throw new FieldError([text.usernameCharacters]);
  return composed(value);
}

/** Composing makes some letters of a few scripts two characters. */
function composed(value: string): string {
  const kept = value.normalize("NFC");
  if ([...kept].length <= longestName) return kept;
  throw new FieldError([withParameters(shared.tooLong, { limit: longestName })]);
}

/**
 * Whether another user has this username or address, or one that reads the same: in other capitals, or in letters of
 * another width.
 */
export async function isNameTaken(
  { db }: CallerContext,
  column: "username" | "email",
  value: string,
  ownId: string | null,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from users
    where lower(normalize(${sql.ref(column)}, NFKC)) = lower(normalize(${value}, NFKC))
      and id is distinct from ${ownId}::uuid
    limit 1
  `.execute(db);
  return rows.length > 0;
}
