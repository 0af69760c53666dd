import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import type { CookieToSet } from "../../../engine/http/index.ts";
import { log } from "../../../engine/log.ts";
import type { FactorOwner, GivenChallenge } from "../factor.ts";
import type { PasskeyServices } from "../factor-services.ts";
import { isCrossOrigin, readAnswer } from "./assertion.ts";
import { newChallenge, noSession, takeChallenge } from "./challenges.ts";
import { credentialsOf } from "./passkey-store.ts";
import { type RelyingParty, relyingParty } from "./relying-party.ts";
import { loadWebAuthn } from "./web-authn.ts";

/** What a browser hands its authenticator, and the cookie that ties the answer to this browser. */
export interface Asked<T> {
  readonly options: T;
  readonly cookie: CookieToSet;
}

/** Milliseconds a browser waits for the person. */
const timeout = 120_000;

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(base64url, "base64url"));

/** Asks for a new passkey of the user. Null where this site cannot have any. */
export async function askForRegistration(
  services: PasskeyServices,
  owner: FactorOwner,
  session: Buffer,
): Promise<Asked<PublicKeyCredentialCreationOptionsJSON> | null> {
  const party = await relyingParty(services);
  if (party === null) return null;
  const { generateRegistrationOptions } = await loadWebAuthn();
  const { challenge, cookie } = newChallenge(services, "register", session);
  const options = await generateRegistrationOptions({
    rpID: party.id,
    rpName: await services.settings.get<string>("OTP_ISSUER_NAME"),
    userID: bytesOf(Buffer.from(owner.id.replaceAll("-", ""), "hex").toString("base64url")),
    userName: owner.username,
    userDisplayName: owner.name,
    challenge: bytesOf(challenge),
    timeout,
    attestationType: "none",
    excludeCredentials: await credentialsOf(services.db, owner.id, party.id),
    // Kept by the device, so that it signs in without a user name; it asks for the person every time.
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  return { options, cookie };
}

/** Asks the user, or whoever has a passkey of this site, to sign a challenge. Null where this site has none. */
export async function askForAssertion(
  services: PasskeyServices,
  whose: { readonly userId: string; readonly session: Buffer } | "anybody",
): Promise<Asked<PublicKeyCredentialRequestOptionsJSON> | null> {
  const party = await relyingParty(services);
  if (party === null) return null;
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const { challenge, cookie } =
    whose === "anybody"
      ? newChallenge(services, "sign-in", noSession)
      : newChallenge(services, "prove", whose.session);
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    challenge: bytesOf(challenge),
    timeout,
    userVerification: "required",
    allowCredentials: whose === "anybody" ? [] : await credentialsOf(services.db, whose.userId, party.id),
  });
  return { options, cookie };
}

/** A passkey that was just made. */
interface NewPasskey {
  readonly credential_id: Buffer;
  readonly public_key: Buffer;
  readonly counter: number;
  readonly transports: string[];
  readonly is_synced: boolean;
  readonly rp_id: string;
}

/** What an authenticator made; null when it is not what this session was asked for on our pages. */
export async function checkRegistration(
  services: PasskeyServices,
  answer: string,
  challenge: GivenChallenge,
): Promise<NewPasskey | null> {
  const party = await relyingParty(services);
  const response = readAnswer<RegistrationResponseJSON>(answer);
  const expected = await takeChallenge(services, "register", challenge);
  if (party === null || response === null || expected === null) return null;
  return verify(response, expected, party);
}

async function verify(
  response: RegistrationResponseJSON,
  expectedChallenge: string,
  party: RelyingParty,
): Promise<NewPasskey | null> {
  const { verifyRegistrationResponse } = await loadWebAuthn();
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
    });
    if (!verified || isCrossOrigin(response.response.clientDataJSON)) return null;
    const { credential, credentialDeviceType } = registrationInfo;
    return {
      credential_id: Buffer.from(credential.id, "base64url"),
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: knownTransports(response.response.transports),
      is_synced: credentialDeviceType === "multiDevice",
      rp_id: party.id,
    };
  } catch (error) {
    log.debug({ err: error }, "a new passkey was refused");
    return null;
  }
}

/** Ways to reach an authenticator, as the standard names them; the browser's word for it is only a hint. */
function knownTransports(given: unknown): string[] {
  const known = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"];
  return Array.isArray(given) ? known.filter((name) => given.includes(name)) : [];
}
