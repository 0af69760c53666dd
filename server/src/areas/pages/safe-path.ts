/** Longest path a redirect goes to, in characters. */
const longest = 2000;

/**
 * A path of this site that a client asked to be sent to, or null: nothing that a browser could take for another
 * site (`//host`, `/\host`, a scheme, control characters).
 */
export function safePath(wanted: string | undefined): string | null {
  if (wanted === undefined || wanted.length > longest || !wanted.startsWith("/")) return null;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop them, which would reveal `//`
  if (/^\/[/\\]|[\\\u0000-\u0020\u007f]/.test(wanted)) return null;
  try {
    const url = new URL(wanted, "http://own.invalid");
    return url.origin === "http://own.invalid" && !url.pathname.startsWith("//")
      ? url.pathname + url.search + url.hash
      : null;
  } catch {
    return null;
  }
}

/** Where a link was followed from, as a path of this site; the start page when from elsewhere. */
export function cameFrom(referer: string | undefined, host: string | undefined): string {
  try {
    const url = new URL(referer ?? "");
    return url.host === host ? (safePath(url.pathname + url.search) ?? "/") : "/";
  } catch {
    return "/";
  }
}
