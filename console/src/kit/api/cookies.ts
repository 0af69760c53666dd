/**
 * Reads a cookie of this page.
 *
 * @param name exact cookie name
 * @param source cookie text, `document.cookie` unless a test passes its own
 * @returns the decoded value without surrounding quotes, or undefined when the cookie is not set
 */
export function readCookie(name: string, source: string = document.cookie): string | undefined {
  for (const part of source.split(";")) {
    const separator = part.indexOf("=");
    if (separator < 0 || part.slice(0, separator).trim() !== name) continue;
    const raw = part
      .slice(separator + 1)
      .trim()
      .replace(/^"(.*)"$/, "$1");
    try {
      return decodeURIComponent(raw);
    } catch {
      return raw;
    }
  }
  return undefined;
}

/**
 * Writes a cookie for the whole site.
 *
 * @param name cookie name
 * @param value plain value; encoded here
 * @param maxAge life in seconds; undefined keeps it until the browser closes
 */
export function writeCookie(name: string, value: string, maxAge?: number): void {
  const life = maxAge === undefined ? "" : `; max-age=${maxAge}`;
  const secure = location.protocol === "https:" ? "; secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain-HTTP sites
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; samesite=lax${life}${secure}`;
}

/**
 * Name of the cookie that carries the CSRF token: the installation's prefix (docs/contract/conventions.md, "Cookies")
 * and `csrftoken`. An installation without a prefix says so with an empty one, which some servers quote.
 *
 * @param source cookie text, `document.cookie` unless a test passes its own
 */
export function csrfCookieName(source: string = document.cookie): string {
  const prefix = readCookie("SESSION_COOKIE_NAME_PREFIX", source);
  if (prefix === undefined) return "jms_csrftoken";
  if (prefix !== "" && prefix !== "''") return `${prefix}csrftoken`;
  return readCookie("csrftoken", source) === undefined ? "jms_csrftoken" : "csrftoken";
}
