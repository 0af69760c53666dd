import type { CommandGroup } from "./command-rule.ts";

/** Most lines of one group, and characters of a line. */
export const mostLines = 10_000;
export const longestLine = 1024;

/** A command of a group, as it is looked for in a line whose white space is single spaces. */
export interface Needle {
  readonly text: string;
  /** Whether a word has to begin, or end, where it does. */
  readonly beginsWord: boolean;
  readonly endsWord: boolean;
}

const isWordCharacter = (character: string): boolean => /^\w$/.test(character);

/** The lines of a group, without those that name nothing. */
export function linesOf(content: string): string[] {
  return content
    .split(/\r\n|\n|\r/)
    .map((line) => line.replace(/\s+/g, " "))
    .filter((line) => line.trim() !== "");
}

/** The command that a line of a group of the type `command` is. */
export function needleOf(text: string): Needle {
  const isPhrase = text.includes(" ");
  return {
    text,
    // Where a line begins with something else a boundary could only be behind a word.
    beginsWord: !isPhrase && isWordCharacter(text.charAt(0)),
    endsWord: !isPhrase && /\p{L}$/u.test(text),
  };
}

/**
 * The expression a group stands for, as components search for it. Lines that name nothing are dropped: they would fit
 * everything.
 */
export function groupPattern({ type, content }: Pick<CommandGroup, "content" | "type">): string {
  if (type === "regex") return content;
  return linesOf(content)
    .map(needleOf)
    .map(({ text, beginsWord, endsWord }) => {
      const escaped = text.replace(/[\\^$.*+?()[\]{}|#&~-]/g, "\\$&").replaceAll(" ", "\\s+");
      return `${beginsWord ? "\\b" : ""}${escaped}${endsWord ? "\\b" : ""}`;
    })
    .join("|");
}
