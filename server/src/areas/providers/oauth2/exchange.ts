import { createHash, randomBytes } from "node:crypto";
import { isObject, type Json } from "../../../engine/json.ts";
import type { OutgoingRequest } from "../../../engine/outbound/index.ts";
import type { Departure } from "../code-flow.ts";
import { askProvider } from "../outgoing.ts";
import type { SourcePerson } from "../people/source-person.ts";
import { ProviderError } from "../provider-error.ts";
import { oauth2Person } from "./oauth2-person.ts";
import { callbackPath, type OAuth2Settings } from "./oauth2-settings.ts";

/** What is remembered of somebody who was sent to the provider. */
export interface OAuth2Memory {
  /** Empty without PKCE. */
  readonly verifier: string;
  /** Where the code is redeemed; one that was asked for elsewhere is not sent there. */
  readonly token: string;
}

const unguessable = (): string => randomBytes(32).toString("base64url");

/** Adds to an address, whose own query stays. */
function withQuery(address: string, more: Readonly<Record<string, string>>): URL {
  const url = new URL(address);
  for (const [name, value] of Object.entries(more)) url.searchParams.set(name, value);
  return url;
}

/** Makes the address at the provider with everything that ties its answer to this attempt. */
export function depart(settings: OAuth2Settings): Departure {
  const [state, verifier] = [unguessable(), settings.usesPkce ? unguessable() : ""];
  const address = withQuery(settings.authorization, {
    response_type: "code",
    client_id: settings.clientId,
    redirect_uri: `${settings.site}${callbackPath}`,
    state,
    ...(settings.scope === "" ? {} : { scope: settings.scope }),
    ...(verifier === ""
      ? {}
      : {
          code_challenge_method: "S256",
          code_challenge: createHash("sha256").update(verifier).digest("base64url"),
        }),
  });
  const memory = { verifier, token: settings.token } satisfies OAuth2Memory;
  return { address, state, memory };
}

/**
 * Redeems the code of an answer and asks whose it is.
 * @throws ProviderError naming what failed
 */
export async function redeem(
  settings: OAuth2Settings,
  query: URLSearchParams,
  { verifier, token }: OAuth2Memory,
): Promise<SourcePerson> {
  if (token !== settings.token) throw new ProviderError("untrusted", "the provider was changed meanwhile");
  const problem = query.get("error");
  if (problem !== null) throw new ProviderError("denied", word(problem));
  const codes = query.getAll("code");
  const [code = ""] = codes;
  if (code === "" || codes.length > 1) throw new ProviderError("untrusted", "code");
  const access = await accessToken(settings, {
    grant_type: "authorization_code",
    code,
    redirect_uri: `${settings.site}${callbackPath}`,
    client_id: settings.clientId,
    client_secret: settings.clientSecret,
    ...(verifier === "" ? {} : { code_verifier: verifier }),
  });
  const said = await ask("user info", settings.userinfo, {
    headers: { accept: "application/json", authorization: `Bearer ${access}` },
  });
  return oauth2Person(settings, said);
}

async function accessToken(
  { token, tokenMethod }: OAuth2Settings,
  parameters: Readonly<Record<string, string>>,
): Promise<string> {
  const accept = { accept: "application/json" };
  const answer = await (tokenMethod === "GET"
    ? ask("token", withQuery(token, parameters), { headers: accept })
    : ask("token", token, {
        method: "POST",
        headers: { ...accept, "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams(parameters).toString(),
      }));
  const access = answer.access_token;
  // A line break in it would be another header of the next request.
  if (typeof access !== "string" || !/^[\x21-\x7e]{1,8192}$/.test(access)) {
    throw new ProviderError("untrusted", "access_token");
  }
  return access;
}

/** Asks an endpoint for an object; some providers put theirs into `data`. */
async function ask(
  name: string,
  address: string | URL,
  request: OutgoingRequest,
): Promise<{ readonly [name: string]: Json }> {
  const response = await askProvider(address, request, true);
  const body = parse(await response.text());
  // Some providers answer 200 to a code that is not good.
  if (body !== null && typeof body.error === "string" && body.error !== "") {
    throw new ProviderError("denied", `${name} endpoint: ${word(body.error)}`);
  }
  if (!response.ok) {
    const fault = response.status >= 500 ? "unreachable" : "denied";
    throw new ProviderError(fault, `${name} endpoint: ${response.status}`);
  }
  if (body === null) throw new ProviderError("untrusted", `${name} endpoint: no object`);
  return isObject(body.data) ? body.data : body;
}

/** JSON, or a form as older providers answer. */
function parse(text: string): { readonly [name: string]: Json } | null {
  try {
    const body: unknown = JSON.parse(text);
    return isObject(body) ? (body as { readonly [name: string]: Json }) : null;
  } catch {
    const form = Object.fromEntries(new URLSearchParams(text));
    return "access_token" in form || "error" in form ? form : null;
  }
}

/** A code of the protocol; what a provider writes may be anything. */
const word = (given: string): string => given.replace(/[^\w.-]/g, "").slice(0, 64);
