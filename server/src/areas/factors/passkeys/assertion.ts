import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import { isObject } from "../../../engine/json.ts";
import { log } from "../../../engine/log.ts";
import type { GivenChallenge } from "../factor.ts";
import type { PasskeyServices } from "../factor-services.ts";
import { type ChallengePurpose, takeChallenge } from "./challenges.ts";
import { findPasskey, type StoredPasskey, usePasskey } from "./passkey-store.ts";
import { relyingParty } from "./relying-party.ts";
import { loadWebAuthn } from "./web-authn.ts";

/** Longest answer of an authenticator that is looked at, in characters. */
export const longestAnswer = 16_384;

/** An authenticator's answer to a challenge. */
export interface Assertion {
  /** JSON of the browser's `PublicKeyCredential`. */
  readonly answer: string;
  readonly purpose: Exclude<ChallengePurpose, "register">;
  readonly challenge: GivenChallenge;
  /** Whose passkey it has to be; anybody's when absent. */
  readonly userId?: string;
}

/**
 * Checks what an authenticator signed: the challenge (single use, this session's), our site and our pages alone,
 * a verified person, the stored key, a counter that grows.
 *
 * @returns the passkey, or null; why not is not disclosed to the caller
 */
export async function checkAssertion(
  services: PasskeyServices,
  { answer, purpose, challenge, userId }: Assertion,
): Promise<StoredPasskey | null> {
  const party = await relyingParty(services);
  const response = readAnswer<AuthenticationResponseJSON>(answer);
  // The challenge is used up by a bad answer too.
  const expected = await takeChallenge(services, purpose, challenge);
  if (party === null || response === null || expected === null) return null;
  const passkey = await findPasskey(services.db, Buffer.from(response.id, "base64url"));
  if (passkey === null || passkey.rp_id !== party.id) return null;
  if (userId !== undefined && passkey.user_id !== userId) return null;
  const signed = await verify(response, expected, party, passkey);
  if (signed === null) return null;
  if (await usePasskey(services.db, passkey.id, signed.counter)) return passkey;
  log.warn(
    { passkey: passkey.id, user: passkey.user_id },
    "the counter of a passkey went back: there may be a copy",
  );
  return null;
}

async function verify(
  response: AuthenticationResponseJSON,
  expectedChallenge: string,
  party: { readonly id: string; readonly origin: string },
  { credential_id, public_key, counter }: StoredPasskey,
): Promise<{ readonly counter: number } | null> {
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id: credential_id.toString("base64url"),
        publicKey: new Uint8Array(public_key),
        // Compared by us, in the database: two answers at the same time must not both pass.
        counter: 0,
      },
    });
    const isFramed = isCrossOrigin(response.response.clientDataJSON);
    if (!verified || isFramed) return null;
    return { counter: authenticationInfo.newCounter };
  } catch (error) {
    log.debug({ err: error, counter }, "an answer of an authenticator was refused");
    return null;
  }
}

/** Whether the page that asked stood in a frame of another site. */
export function isCrossOrigin(clientDataJSON: string): boolean {
  const data: unknown = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString());
  return !isObject(data) || data.crossOrigin === true;
}

/** The answer of an authenticator, as far as its outer shape goes. */
export function readAnswer<T extends { readonly id: string }>(answer: string): T | null {
  if (answer.length > longestAnswer) return null;
  try {
    const value: unknown = JSON.parse(answer);
    const isAnswer =
      isObject(value) &&
      typeof value.id === "string" &&
      isObject(value.response) &&
      value.type === "public-key";
    return isAnswer ? (value as unknown as T) : null;
  } catch {
    return null;
  }
}
