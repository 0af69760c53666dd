import {
  AuthorizationResponseError,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  ResponseBodyError,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from "openid-client";
import type { Departure } from "../code-flow.ts";
import type { SourcePerson } from "../people/source-person.ts";
import { ProviderError } from "../provider-error.ts";
import { openIdPerson } from "./openid-person.ts";
import { callbackPath } from "./openid-settings.ts";
import type { Provider } from "./provider.ts";
import { verifyIdToken } from "./tokens.ts";

/** What is remembered of somebody who was sent to the provider. */
export interface OpenIdMemory {
  readonly nonce: string;
  /** Empty without PKCE. */
  readonly verifier: string;
  /** The provider they were sent to; an answer by another one is none. */
  readonly issuer: string;
}

/** Makes the address at the provider with everything that ties its answer to this attempt. */
export async function depart({ settings, configuration }: Provider): Promise<Departure> {
  const { challengeMethod: method } = settings;
  const [state, nonce] = [randomState(), randomNonce()];
  const verifier = method === null ? "" : randomPKCECodeVerifier();
  const address = buildAuthorizationUrl(configuration, {
    response_type: "code",
    redirect_uri: `${settings.site}${callbackPath}`,
    scope: settings.scopes,
    state,
    nonce,
    ...(method === null
      ? {}
      : {
          code_challenge_method: method,
          code_challenge: method === "plain" ? verifier : await calculatePKCECodeChallenge(verifier),
        }),
  });
  const memory = { nonce, verifier, issuer: settings.issuer } satisfies OpenIdMemory;
  return { address, state, memory };
}

/** Somebody the provider has proven, with what ends the session there. */
export interface Proven {
  readonly person: SourcePerson;
  readonly idToken: string;
  readonly sid: string | null;
}

/**
 * Redeems the code of an answer, checks what comes of it and says who it is.
 * @throws ProviderError naming the check that failed
 */
export async function redeem(
  provider: Provider,
  query: URLSearchParams,
  { state, memory }: { readonly state: string; readonly memory: OpenIdMemory },
): Promise<Proven> {
  const { settings, configuration } = provider;
  if (memory.issuer !== settings.issuer) throw new ProviderError("untrusted", "issuer");
  const answer = new URL(`${settings.site}${callbackPath}?${query}`);
  try {
    const tokens = await authorizationCodeGrant(configuration, answer, {
      expectedState: state,
      expectedNonce: memory.nonce,
      idTokenExpected: true,
      ...(memory.verifier === "" ? {} : { pkceCodeVerifier: memory.verifier }),
    });
    const idToken = tokens.id_token ?? "";
    const claims = await verifyIdToken(provider, idToken, memory.nonce);
    const sid = typeof claims.sid === "string" ? claims.sid : null;
    const { issuer, userinfo_endpoint } = configuration.serverMetadata();
    const personOf = (said: object) => openIdPerson(issuer, settings.attributeMap, claims.sub, said);
    const named = personOf(claims);
    // Many providers put the subject alone into the ID token, unless they are told otherwise.
    const isEnough = settings.readsIdToken && (named.username !== "" || userinfo_endpoint === undefined);
    const person = isEnough
      ? named
      : personOf({ ...claims, ...(await fetchUserInfo(configuration, tokens.access_token, claims.sub)) });
    return { person, idToken, sid };
  } catch (error) {
    throw explain(error);
  }
}

/** The library's errors in words of this product. What the provider wrote is cut short: it may be anything. */
function explain(error: unknown): Error {
  if (error instanceof ProviderError) return error;
  if (error instanceof AuthorizationResponseError) return new ProviderError("denied", code(error.error));
  if (error instanceof ResponseBodyError)
    return new ProviderError("denied", `token endpoint: ${code(error.error)}`);
  const { cause, code: known, message } = error as Error & { readonly code?: string };
  if (cause instanceof ProviderError) return cause;
  if (known?.startsWith("OAUTH_") === true)
    return new ProviderError("untrusted", `${known}: ${message}`.slice(0, 200));
  return error as Error;
}

const code = (given: string): string => given.replace(/[^\w.-]/g, "").slice(0, 64);
