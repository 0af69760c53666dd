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

const units = ["B", "KiB", "MiB", "GiB", "TiB"];

/** A number of bytes as people read it. */
export function sizeText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

/** A name with a number, before its ending. */
export function numbered(name: string, count: number): string {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? `${name.slice(0, dot)} (${count})${name.slice(dot)}` : `${name} (${count})`;
}
