import { shownPath } from "../paths.ts";

/** Longest name a file is given, in characters, and longest one that is written down. */
const longestName = 200;
const longestRecorded = 512;

/** What shows nothing, changes the direction of text or breaks lines. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u{fffd}]/gu;

/** A name a file may be saved by: without folders, and without what would make it look like another. */
export function safeName(text: string): string {
  const base = text.split(/[/\\]/).at(-1) ?? "";
  const name = base
    .normalize("NFC")
    .replace(unseen, "")
    .replace(/^[. ]+|[. ]+$/g, "");
  return [...name].slice(0, longestName).join("") || "file";
}

/** A name of the target as a person reads it in a record: all of it, with what shows nothing written out. */
export const recordedName = (bytes: string): string =>
  [...shownPath(bytes)]
    .slice(0, longestRecorded)
    .join("")
    .replace(unseen, (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ""}}`);
