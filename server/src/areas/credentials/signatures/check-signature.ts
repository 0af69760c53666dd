import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { addressMatches } from "../../../engine/access/index.ts";
import { NotAuthenticated } from "../../../engine/errors.ts";
import { type Message, withParameters } from "../../../engine/i18n/index.ts";
import type { BodyCheck, CredentialRequest, Services } from "../../../engine/services.ts";
import { type AccessKey, findAccessKey, noteUse } from "../access-keys/access-keys.ts";
import type { CredentialFault, CredentialProof, CredentialRefusal } from "../credential-proof.ts";
import type { CredentialServices } from "../credential-services.ts";
import { text } from "../texts.ts";
import { isDigest, promisedDigest } from "./body-digest.ts";
import { readHttpDate } from "./http-date.ts";
import { readSignatureHeader, type SignatureParameters } from "./signature-header.ts";
import { requestTarget, signingString, valuesOf } from "./signing-string.ts";
import { takeSignature } from "./used-signatures.ts";

/** What signatures are checked with. */
export type SignatureServices = CredentialServices & Pick<Services, "config">;

/** Tells of a refusal that is found out after the caller was let in, when the body is here. */
export type ReportRefusal = (refusal: CredentialRefusal) => Promise<void>;

const credential = "access-key" as const;

/** Compared with where there is no key, so that the work is the same. */
const noSecret = "00000000-0000-4000-8000-000000000000";

/**
 * Checks a request that is signed with an access key. What is wrong with the request is told; what is wrong with the
 * key only to who holds its secret. Contract: docs/contract/identity.md, "Signed requests".
 */
export async function checkSignature(
  services: SignatureServices,
  request: CredentialRequest,
  report: ReportRefusal,
): Promise<CredentialProof | CredentialRefusal> {
  const refuse = (fault: CredentialFault, detail: Message, username: string | null = null) => ({
    credential,
    fault,
    username,
    detail,
  });
  const parameters = readSignatureHeader(request.authorization);
  if (parameters === null) return refuse("signature_invalid", text.signatureMalformed);
  const signed = parameters.algorithm === null || parameters.algorithm === "hmac-sha256";
  if (!signed) return refuse("signature_invalid", text.signatureAlgorithm);
  if (!parameters.headers.includes(requestTarget) || !parameters.headers.includes("date")) {
    return refuse("signature_invalid", text.signatureIncomplete);
  }
  const message = signingString(request, parameters.headers);
  if (message === null) return refuse("signature_invalid", text.signatureHeaderMissing);

  const key = await findAccessKey(services, parameters.keyId);
  const expected = createHmac("sha256", key?.secret ?? noSecret)
    .update(message)
    .digest();
  const isGenuine = matches(expected, parameters.signature);
  if (key === null || !isGenuine) {
    return refuse("signature_invalid", text.signatureWrong, key?.username ?? null);
  }
  const { signatureWindow, signatureDigest } = services.config;
  const date = readHttpDate(valuesOf(request.rawHeaders, "date").join(", "));
  if (date === null || Math.abs(Date.now() - date) > signatureWindow * 1000) {
    const detail = withParameters(text.signatureExpired, { seconds: signatureWindow });
    return refuse("signature_expired", detail, key.username);
  }
  if (!key.isActive) return refuse("key_inactive", text.keyInactive, key.username);
  if (!addressMatches(request.remoteAddress, key.addresses)) {
    return refuse("address_not_allowed", text.keyAddress, key.username);
  }
  const isWrite = !["GET", "HEAD", "OPTIONS"].includes(request.method);
  if (isWrite && signatureDigest && !parameters.headers.some(isDigest)) {
    return refuse("digest_mismatch", text.digestMissing, key.username);
  }
  await noteUse(services, key);
  const use = { key, expected, expires: new Date(date + signatureWindow * 1000), isWrite };
  return {
    credential,
    userId: key.userId,
    username: key.username,
    credentialKey: createHash("sha256").update(`access key ${key.id}`).digest(),
    signedInAt: null,
    version: key.version,
    stillHolds: async () => isUsable(await findAccessKey(services, key.id), request.remoteAddress),
    checkBody: bodyCheck(services, request, { parameters, ...use }, report),
  };
}

const isUsable = (key: AccessKey | null, address: string): boolean =>
  key?.isActive === true && addressMatches(address, key.addresses);

function matches(expected: Buffer, given: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** A signature that was taken for genuine. */
interface SignatureUse {
  readonly parameters: SignatureParameters;
  readonly key: AccessKey;
  /** The signature as it had to be. */
  readonly expected: Buffer;
  /** When its date is too old to be taken. */
  readonly expires: Date;
  readonly isWrite: boolean;
}

/** Compares signed digests with the body, and lets a write happen once. */
function bodyCheck(
  services: SignatureServices,
  request: CredentialRequest,
  { parameters, key, expected, expires, isWrite }: SignatureUse,
  report: ReportRefusal,
): BodyCheck {
  const refuse = async (fault: CredentialFault, detail: Message): Promise<never> => {
    await report({ credential, fault, username: key.username, detail });
    throw new NotAuthenticated("authentication_failed", detail);
  };
  return async (sha256) => {
    for (const name of parameters.headers.filter(isDigest)) {
      const promised = promisedDigest(request.rawHeaders, name);
      if (promised === null || !matches(sha256, promised)) {
        await refuse("digest_mismatch", text.digestMismatch);
      }
    }
    if (!isWrite) return;
    // Dates count whole seconds: two different writes of one second can have one signature, but not one body too.
    const use = createHash("sha256").update(expected).update(sha256).digest();
    if (!(await takeSignature(services, use, expires))) {
      await refuse("signature_replayed", text.signatureReplayed);
    }
  };
}
