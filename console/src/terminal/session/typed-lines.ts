/** The lines of a text as somebody would type them; the last one's end does not begin another. */
export function linesOf(text: string): string[] {
  return text.replace(/\r\n?/g, "\n").replace(/\n+$/, "").split("\n");
}
