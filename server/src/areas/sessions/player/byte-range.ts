/**
 * One range of a `Range` header; all bytes where there is none. Several ranges are answered as none would be satisfied.
 *
 * @returns first byte, and the one after the last; null when nothing of it exists
 */
export function parseRange(
  header: string | undefined,
  length: number,
): { readonly from: number; readonly to: number } | null {
  if (header === undefined) return { from: 0, to: length };
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim());
  if (match === null) return null;
  const [, first = "", last = ""] = match;
  if (first === "") {
    const count = Number(last);
    return last === "" || count === 0 || length === 0
      ? null
      : { from: Math.max(0, length - count), to: length };
  }
  const from = Number(first);
  const to = last === "" ? length : Math.min(length, Number(last) + 1);
  return from < to ? { from, to } : null;
}
