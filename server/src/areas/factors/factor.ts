import type { Language, Message } from "../../engine/i18n/index.ts";
import type { DemandedFactor } from "../credentials/index.ts";
import type { FactorServices } from "./factor-services.ts";

/** A user, as far as second factors go. Never leaves the server. */
export interface FactorOwner {
  readonly id: string;
  readonly username: string;
  readonly name: string;
  readonly source: string;
  readonly phone: string | null;
  readonly mfa_level: number;
  readonly otp_secret_sealed: string | null;
  /** Passkeys made for this site. */
  readonly passkeys: number;
  /** Recovery codes that are left. */
  readonly recovery_codes: number;
}

/** What somebody offers as a proof. */
export interface Proof {
  readonly services: FactorServices;
  readonly owner: FactorOwner;
  /** A typed code, or the JSON of an authenticator's answer. */
  readonly code: string;
  /** What the challenge was bound to, for factors that answer one; absent where there can be none. */
  readonly challenge?: GivenChallenge;
  /** The question that is answered, where the first step ended with one. */
  readonly demanded?: DemandedFactor;
  readonly remoteAddress: string;
}

/** A challenge as a browser brings it back. */
export interface GivenChallenge {
  /** The session it was made for. */
  readonly session: Buffer;
  /** Value of the challenge cookie. */
  readonly cookie: string;
}

/** Who asks for a code to be sent. */
export interface SendRequest {
  readonly language: Language;
  readonly remoteAddress: string;
  /** Whether they proved something before: a password, or a session. */
  readonly isProven: boolean;
}

/** A second proof of who somebody is. */
export interface SecondFactor {
  /** Name of the contract (`otp`, `sms`, `otp_radius`, `mfa_custom`), or of ours (`passkey`, `recovery_code`). */
  readonly name: string;
  readonly label: Message;
  /** What to type; what to do where nothing is typed. */
  readonly placeholder: Message;
  /** `code` is typed by a person; `passkey` is an exchange between server and authenticator. */
  readonly kind: "code" | "passkey";
  /** A reserve helps somebody whose factor is lost, and is none by itself. */
  readonly isReserve: boolean;
  /** Whether the installation offers it. */
  readonly isOffered: (services: FactorServices) => Promise<boolean>;
  /** Whether this user has set it up. */
  readonly isActive: (owner: FactorOwner) => boolean;
  readonly verify: (proof: Proof) => Promise<boolean>;
  /** Sends a code; absent where the code is not sent. */
  readonly send?: (services: FactorServices, owner: FactorOwner, request: SendRequest) => Promise<void>;
  /** Pages of this site on which people set it up and take it off; absent where they cannot. */
  readonly pages?: { readonly setUp: string; readonly takeOff: string };
}
