import { errors, type JWTPayload, jwtVerify } from "jose";
import { sameText } from "../../../engine/secrets/index.ts";
import { ProviderError } from "../provider-error.ts";
import { clockSkew, type Provider } from "./provider.ts";

/** Claims of a token that passed every check. */
export type Claims = JWTPayload & { readonly sub: string };

/**
 * Checks an ID token: signature by the algorithm that was set and no other, issuer, audience, authorized party, expiry,
 * age and nonce.
 * @throws ProviderError naming the check that failed
 */
export async function verifyIdToken(provider: Provider, token: string, nonce: string): Promise<Claims> {
  const claims = await verify(provider, token, provider.settings.maxAge);
  if (typeof claims.nonce !== "string" || !sameText(claims.nonce, nonce)) throw untrusted("nonce");
  const { azp, aud } = claims;
  const isForUs =
    azp === undefined ? !Array.isArray(aud) || aud.length === 1 : azp === provider.settings.clientId;
  if (!isForUs) throw untrusted("azp");
  return claims;
}

/** The event a logout token is about. */
const logoutEvent = "http://schemas.openid.net/event/backchannel-logout";

/** Longest age of a logout token, in seconds. */
const logoutAge = 120;

/** Seconds for which a logout token can be good, whatever the clocks say. */
export const logoutTokenLife = logoutAge + 2 * clockSkew;

/**
 * Checks a logout token: like an ID token, about the right event, with an identifier, and never one that is an ID token.
 * @throws ProviderError naming the check that failed
 */
export async function verifyLogoutToken(
  provider: Provider,
  token: string,
): Promise<JWTPayload & { readonly jti: string }> {
  const claims = await verify(provider, token, logoutAge, ["jti"]);
  const { jti } = claims;
  if (typeof jti !== "string" || jti === "") throw untrusted("jti");
  const events = claims.events;
  const isLogout = typeof events === "object" && events !== null && Object.hasOwn(events, logoutEvent);
  if (!isLogout) throw untrusted("events");
  if (claims.nonce !== undefined) throw untrusted("nonce");
  if (claims.sub === undefined && claims.sid === undefined) throw untrusted("sub");
  return { ...claims, jti };
}

async function verify(
  { settings, configuration, key }: Provider,
  token: string,
  maxAge: number,
  required: readonly string[] = ["sub", "exp"],
): Promise<Claims> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [settings.algorithm],
      issuer: configuration.serverMetadata().issuer,
      audience: settings.clientId,
      clockTolerance: clockSkew,
      maxTokenAge: maxAge,
      requiredClaims: ["iat", ...required],
    });
    return payload as Claims;
  } catch (error) {
    if (error instanceof errors.JWTClaimValidationFailed || error instanceof errors.JWTExpired) {
      throw untrusted(error.claim);
    }
    if (error instanceof errors.JOSEError) throw untrusted(error.code);
    throw error;
  }
}

const untrusted = (check: string): ProviderError => new ProviderError("untrusted", check);
