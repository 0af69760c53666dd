import { isUuid } from "../resource/index.ts";

/** A UUID as the database writes it: in lower case, with its dashes. Null for what is none. */
export function readUuid(word: string): string | null {
  if (!isUuid(word)) return null;
  return word
    .toLowerCase()
    .replaceAll("-", "")
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
