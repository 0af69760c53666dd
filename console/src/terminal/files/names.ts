/** Characters that show nothing, turn the direction of text, or break a line. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u00a0]/gu;

/** A name as it is shown: what would not be seen, or would turn what stands beside it, is written out. */
export function shownName(name: string): string {
  return name
    .replace(unseen, (sign) => {
      const code = sign.codePointAt(0) ?? 0;
      return code === 10 ? "\\n" : `\\u{${code.toString(16)}}`;
    })
    .replace(/^ | $/g, "\u2423");
}

/** A name with a number, before its ending. */
export function numbered(name: string, count: number): string {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? `${name.slice(0, dot)} (${count})${name.slice(dot)}` : `${name} (${count})`;
}
