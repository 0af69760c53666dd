import type { TFunction } from "i18next";
import type { Row } from "../../metadata/types.ts";
import { rowName } from "../rows.ts";

/**
 * What selected rows are called in a sentence: one by its name, several by their number, as in "3 users".
 *
 * @param label what the list calls its rows, as a title
 */
export function rowsPhrase(t: TFunction<"list">, label: string, rows: readonly Row[]): string {
  const [only] = rows;
  if (rows.length === 1 && only !== undefined) return rowName(only);
  return t("rows", { count: rows.length, what: withinSentence(label) });
}

/** A title without its capital letter; what begins with an abbreviation, such as "API keys", keeps it. */
function withinSentence(title: string): string {
  return /^\p{Lu}\p{Ll}/u.test(title) ? `${title.charAt(0).toLowerCase()}${title.slice(1)}` : title;
}
