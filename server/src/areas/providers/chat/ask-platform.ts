import type { Config } from "../../../engine/config/index.ts";
import { isObject } from "../../../engine/json.ts";
import { askProvider } from "../outgoing.ts";
import { ProviderError } from "../provider-error.ts";

/** An answer of a platform. */
export type Answer = { readonly [name: string]: unknown };

/** Asks a platform; refusals are thrown, with whatever status they come. */
export type Ask = (
  address: string,
  request?: {
    readonly query?: Readonly<Record<string, string>>;
    readonly headers?: Readonly<Record<string, string>>;
    /** Sent as JSON, by POST. */
    readonly json?: object;
  },
) => Promise<Answer>;

/** A platform answered that it does not do what it was asked for. */
export class PlatformRefusal extends ProviderError {
  /** The platform's own code for it. */
  readonly code: string;
  /** What it said, on one line. Secrets are not in it. */
  readonly said: string;

  constructor(host: string, code: string, said: string) {
    super("denied", `${host}: ${code} ${said}`.trim());
    this.code = code;
    this.said = said;
  }
}

/** Where the platform is, or what stands in for it. */
export function platformAddress(
  { chatPlatformUrl }: Pick<Config, "chatPlatformUrl">,
  address: string | URL,
): URL {
  const url = new URL(address);
  if (chatPlatformUrl === null) return url;
  return new URL(`${chatPlatformUrl}/${url.host}${url.pathname}${url.search}${url.hash}`);
}

/** Values of requests that must not come back in an error. */
const secretNames = /secret|token|code$|^authorization$/i;

function secretsOf(parts: object): string[] {
  return Object.entries(parts).flatMap(([name, value]) =>
    secretNames.test(name) && typeof value === "string" && value !== "" ? [value] : [],
  );
}

const line = (given: unknown): string =>
  (typeof given === "string" ? given : "")
    .replace(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, 300);

/** How requests of this installation reach the platforms. */
export function createAsk(config: Pick<Config, "chatPlatformUrl">): Ask {
  return async (address, { query = {}, headers = {}, json } = {}) => {
    const url = platformAddress(config, address);
    const { host } = new URL(address);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const response = await askProvider(
      url,
      json === undefined
        ? { headers: { accept: "application/json", ...headers } }
        : {
            method: "POST",
            headers: { accept: "application/json", "content-type": "application/json", ...headers },
            body: JSON.stringify(json),
          },
      true,
    );
    const body = parse(await response.text());
    const code = body === null ? undefined : (body.errcode ?? body.code);
    if (body !== null && isCode(code)) {
      let said = line(body.errmsg ?? body.msg ?? body.message ?? body.error_description);
      for (const secret of secretsOf({ ...query, ...headers, ...json })) said = said.replaceAll(secret, "…");
      throw new PlatformRefusal(host, line(String(code)).slice(0, 64), said);
    }
    if (!response.ok) {
      throw new ProviderError(
        response.status >= 500 ? "unreachable" : "denied",
        `${host}: ${response.status}`,
      );
    }
    if (body === null) throw new ProviderError("untrusted", `${host}: no object`);
    return body;
  };
}

/**
 * A token as it can be part of a request: a line break in it would be another header.
 * @throws ProviderError where it is none
 */
export function headerToken(given: unknown): string {
  if (typeof given === "string" && /^[\x21-\x7e]{1,8192}$/.test(given)) return given;
  throw new ProviderError("untrusted", "access token");
}

/** Platforms say that all is well with 0, or with nothing. */
const isCode = (code: unknown): code is string | number =>
  (typeof code === "number" || typeof code === "string") && ![0, "0", ""].includes(code);

function parse(text: string): Answer | null {
  try {
    const body: unknown = JSON.parse(text);
    return isObject(body) ? (body as Answer) : null;
  } catch {
    return null;
  }
}
