import { api } from "../../kit/api/client.ts";

/** An endpoint, as far as browsers use it (docs/contract/endpoints.md, section 3). */
interface BrowserEndpoint {
  readonly host?: unknown;
  readonly http_port?: unknown;
  readonly https_port?: unknown;
}

/** The parts of this page's own address that matter. */
type PageLocation = Pick<Location, "protocol" | "port" | "hostname">;

/**
 * The origin of an endpoint: the scheme of this page, its host and port. A port that is 0 or absent is that of this page,
 * and so is a host.
 */
export function originOf(endpoint: BrowserEndpoint, { protocol, port, hostname }: PageLocation): string {
  const offered = protocol === "https:" ? endpoint.https_port : endpoint.http_port;
  const named = typeof endpoint.host === "string" && endpoint.host !== "" ? endpoint.host : hostname;
  const host = named.includes(":") && !named.startsWith("[") ? `[${named}]` : named;
  const chosen = typeof offered === "number" && offered > 0 ? String(offered) : port;
  return new URL(`${protocol}//${host}${chosen === "" ? "" : `:${chosen}`}`).origin;
}

/** Asks where the component of a token is, for this browser. */
export async function fetchOrigin(tokenId: string, signal?: AbortSignal): Promise<string> {
  const endpoint = await api<BrowserEndpoint>("/api/v1/terminal/endpoints/smart/", {
    query: { protocol: location.protocol.slice(0, -1), token: tokenId },
    ...(signal ? { signal } : {}),
  });
  return originOf(endpoint, location);
}

/** The address of a component's page for a token. */
export const componentAddress = (origin: string, component: string, tokenId: string): string =>
  `${origin}/${component}/connect?token=${encodeURIComponent(tokenId)}`;

/**
 * Whether a page of this site did not load: it was refused with an error, or the browser shows an error of its own. Of
 * pages of other sites nobody is told.
 */
export function failedToLoad(frame: HTMLIFrameElement): boolean {
  try {
    const view = frame.contentWindow;
    if (view === null) return true;
    const [navigation] = view.performance.getEntriesByType("navigation");
    return ((navigation as PerformanceNavigationTiming | undefined)?.responseStatus ?? 0) >= 400;
  } catch {
    return true;
  }
}
