/**
 * A text as it can be put into a terminal, which takes control characters for keys: an escape in it would end the marks by
 * which a shell knows that text was pasted, and what stands behind it would run. Tabs and line ends stay.
 */
export const withoutControls = (text: string): string => text.replace(/[^\P{Cc}\t\n\r]/gu, "");

/** The lines of a text as somebody would type them; the last one's end does not begin another. */
export function linesOf(text: string): string[] {
  return text.replace(/\r\n?/g, "\n").replace(/\n+$/, "").split("\n");
}
