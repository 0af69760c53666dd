/** How much of a line is told with a hit, in characters. */
const snippetLength = 240;

const isAscii = (text: string): boolean => {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
};

/**
 * A text as it is compared: whatever its case, the width of its characters and of the gaps between its words. Lines stay
 * lines.
 */
export function folded(text: string): string {
  const same = isAscii(text) ? text.toLowerCase() : text.normalize("NFKC").toLowerCase().replaceAll("ς", "σ");
  return /[^\S\n ]| {2}/.test(same) ? same.replaceAll(/[^\S\n]+/g, " ") : same;
}

/** A stretch of a line with what was found in it. */
export interface Snippet {
  readonly text: string;
  /** Where in the text what was found begins and ends, in UTF-16 code units. */
  readonly from: number;
  readonly to: number;
}

/** The longest beginning of a line that takes no more than so many characters once it is folded. */
function beginningOf(line: string, length: number): number {
  let [least, most] = [0, line.length];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (folded(line.slice(0, middle)).length <= length) least = middle;
    else most = middle - 1;
  }
  return least;
}

/** A place that is not within a character of two code units. */
const whole = (line: string, at: number): number =>
  at > 0 && at < line.length && (line.charCodeAt(at) & 0xfc00) === 0xdc00 ? at - 1 : at;

/**
 * The stretch of a line around a folded text.
 *
 * @returns null when the line has no such text
 */
export function snippetOf(line: string, wanted: string): Snippet | null {
  const place = folded(line).indexOf(wanted);
  if (place < 0) return null;
  const begins = whole(line, beginningOf(line, place));
  let ends = begins;
  // Characters that become several end behind the last of these.
  const target = place + wanted.length;
  ends = Math.max(begins, beginningOf(line, target));
  if (ends < line.length && folded(line.slice(0, ends)).length < target) ends += 1;
  ends = Math.min(ends, begins + snippetLength);
  if (whole(line, ends) !== ends) ends += 1;
  const lead = Math.floor((snippetLength - (ends - begins)) / 3);
  const first = line.length <= snippetLength ? 0 : whole(line, Math.max(0, begins - lead));
  const last = whole(line, Math.min(line.length, first + snippetLength));
  const before = first > 0 ? "…" : "";
  const after = last < line.length ? "…" : "";
  return {
    text: `${before}${line.slice(first, Math.max(last, ends))}${after}`,
    from: before.length + begins - first,
    to: before.length + ends - first,
  };
}
