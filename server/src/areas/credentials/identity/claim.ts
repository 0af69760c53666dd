import type { Message } from "../../../engine/i18n/index.ts";
import type { Json } from "../../../engine/json.ts";
import type { LoginType } from "../login-log/login-log.ts";
import type { SignInUser } from "./sign-in-user.ts";

/** What somebody shows to prove who they are. */
export type Proof =
  /** As sent: plain text, or encrypted by the page. */
  | { readonly kind: "password"; readonly password: string }
  /** The public key whose private half the caller has seen at work: a key as such proves nothing. */
  | { readonly kind: "public-key"; readonly key: string }
  /** Id of the passkey that has answered a challenge of ours. */
  | { readonly kind: "passkey"; readonly key: string }
  /** Id of a request that somebody who is signed in was asked to allow in the browser. */
  | { readonly kind: "browser"; readonly key: string };

/** Somebody says who they are. */
export interface Claim {
  readonly username: string;
  readonly remoteAddress: string;
  readonly proof: Proof;
}

/** A claim at an access channel, with what the login log records of it. */
export interface Attempt extends Claim {
  readonly userAgent: string;
  readonly type: LoginType;
}

/** Refusal codes of the contract that a claim can meet. */
export type RefusalCode =
  | "password_failed"
  | "password_decrypt_failed"
  | "user_not_exist"
  | "user_inactive"
  | "user_expired"
  | "password_expired"
  | "password_must_change"
  | "backend_not_match"
  | "backend_refused"
  | "acl_not_allow"
  | "block_login"
  | "block_global_ip_login";

/** Why somebody may not come in. */
export interface Refusal {
  readonly user: null;
  /** What the caller is told. */
  readonly code: RefusalCode;
  readonly message: Message;
  /** What the login log says, where that is more than a stranger may know. */
  readonly reason?: RefusalCode;
  /** What would have let them in, where something did. */
  readonly backend?: string;
}

/** A factor a password was answered with: until it is proven, the password has proven nobody. */
export interface DemandedFactor {
  /** Name of the factor. */
  readonly factor: string;
  /** What whoever asked tells the person; empty: nothing. */
  readonly prompt: string;
  /** What the factor needs to go on with the question. */
  readonly memory: Json;
}

/** Somebody who is who they say. */
export interface Proven {
  readonly user: SignInUser;
  /** What they were proven by, as the login log names it. */
  readonly backend: string;
  /** Whether the password is one that everybody would try first. */
  readonly isPasswordTrivial: boolean;
  /** What is asked before they count as proven. */
  readonly demanded?: DemandedFactor;
  /** The second factor they have proven as well; absent where it is still to be asked for. */
  readonly factor?: string;
}

/** How a claim ended. */
export type Outcome = Proven | Refusal;
