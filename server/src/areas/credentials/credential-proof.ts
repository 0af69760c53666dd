import type { HeaderCredential } from "../../engine/access/index.ts";
import type { Message } from "../../engine/i18n/index.ts";
import type { AccessVersion, BodyCheck } from "../../engine/services.ts";

/** A credential that is good; whether its owner is, is another question. */
export interface CredentialProof {
  readonly credential: HeaderCredential;
  readonly userId: string;
  /** The owner's name where it is known already. */
  readonly username?: string;
  /** SHA-256 that stands for the very credential. */
  readonly credentialKey: Buffer;
  /** When its owner signed in to get it; null where nobody did. */
  readonly signedInAt: Date | null;
  /** The access version, read with it. */
  readonly version: AccessVersion;
  readonly stillHolds: () => Promise<boolean>;
  readonly checkBody?: BodyCheck;
}

/** Why a credential opens nothing, in the words of the login log. */
export type CredentialFault =
  | "token_invalid"
  | "signature_invalid"
  | "signature_expired"
  | "signature_replayed"
  | "digest_mismatch"
  | "key_inactive"
  | "address_not_allowed"
  | "acl_not_allow"
  | "user_invalid";

/** A credential that is refused. */
export interface CredentialRefusal {
  readonly credential: HeaderCredential;
  readonly fault: CredentialFault;
  /** Whom it belongs to; null when it belongs to nobody that is known. */
  readonly username: string | null;
  /** What the caller is told; by default that the credentials are not valid. */
  readonly detail?: Message;
}

/** Whether a credential is refused. */
export const isRefused = (result: CredentialProof | CredentialRefusal): result is CredentialRefusal =>
  "fault" in result;
