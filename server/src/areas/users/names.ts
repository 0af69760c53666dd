import { sql } from "kysely";
import type { CallerContext } from "../../engine/access/index.ts";
import { FieldError } from "../../engine/errors.ts";
import { type Language, type Message, text as shared, withParameters } from "../../engine/i18n/index.ts";
import { composedName } from "../../engine/names.ts";
import { text } from "./texts.ts";

/** Characters that are not seen: two usernames must not differ by them. The last one is a blank of Braille. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * A username as it is kept.
 * @throws FieldError for characters that are not seen.
 */
export function keptUsername(value: string): string {
  if (invisible.test(value)) throw new FieldError([text.usernameCharacters]);
  return composedName(value);
}

/** Alphabets whose letters look like one another's, by their codes (ISO 15924). */
const alphabets = [
  ["Latn", /\p{Script=Latin}/u],
  ["Cyrl", /\p{Script=Cyrillic}/u],
  ["Grek", /\p{Script=Greek}/u],
  ["Armn", /\p{Script=Armenian}/u],
  ["Copt", /\p{Script=Coptic}/u],
  ["Cher", /\p{Script=Cherokee}/u],
  ["Lisu", /\p{Script=Lisu}/u],
] as const;

const tags: Readonly<Record<Language, string>> = { en: "en", zh: "zh-Hans", ja: "ja" };

/**
 * What is wrong with a username of letters that could be taken for those of another alphabet: `аdmin` with a
 * Cyrillic first letter. Null when its letters are of one alphabet. Scripts that look like no other are beside any.
 */
export function mixedAlphabets(username: string, language: Language): Message | null {
  const compatible = username.normalize("NFKC");
  const used = alphabets.filter(([, letters]) => letters.test(compatible)).map(([code]) => code);
  if (used.length < 2) return null;
  const names = new Intl.DisplayNames(tags[language], { type: "script" });
  const list = new Intl.ListFormat(tags[language]).format(used.map((code) => names.of(code) ?? code));
  return withParameters(text.usernameAlphabets, { alphabets: list });
}

/** What another user's name or address has in common with a new one. */
export type Resemblance = "same" | "looks alike";

/**
 * Whether another user has this username or address, or one that reads the same (in other capitals, or in letters of
 * another width), or a username that looks the same though its letters are of another alphabet; null when there is
 * none.
 */
export async function resembling(
  { db }: Pick<CallerContext, "db">,
  column: "username" | "email",
  value: string,
  ownId: string | null,
): Promise<Resemblance | null> {
  const reads = sql<boolean>`lower(normalize(${sql.ref(column)}, NFKC)) = lower(normalize(${value}, NFKC))`;
  const looks =
    column === "username"
      ? sql<boolean>`name_outline(username) = name_outline(${value})`
      : sql<boolean>`false`;
  const { rows } = await sql<{ reads: boolean }>`
    select ${reads} as reads from users
    where (${reads} or ${looks}) and id is distinct from ${ownId}::uuid
    order by 1 desc limit 1
  `.execute(db);
  const [found] = rows;
  if (found === undefined) return null;
  return found.reads ? "same" : "looks alike";
}

/** What to say about it. */
export const resemblanceText: Readonly<Record<Resemblance, Message>> = {
  same: shared.unique,
  "looks alike": text.usernameLooksAlike,
};
