import type { Message } from "../../../engine/i18n/index.ts";
import type { Services } from "../../../engine/services.ts";
import type { Claim, DemandedFactor, Proof, RefusalCode } from "./claim.ts";
import type { SignInUser } from "./sign-in-user.ts";

/** What a sign-in method finds people with, and the settings it follows. */
export type BackendServices = Pick<Services, "config" | "db" | "settings" | "extensions">;

/** Somebody is who they say, and still may not come in by this method. */
export interface BackendRefusal {
  readonly refused: RefusalCode;
  readonly message: Message;
}

/** The method asks something else before it says whether somebody is who they say. */
export interface BackendDemand {
  /** Whom it is about, and nobody else: a stranger becomes a user by an answer that proves them. */
  readonly user: SignInUser;
  readonly demanded: DemandedFactor;
}

/** Somebody is proven by two factors. */
export interface BackendProof {
  readonly user: SignInUser;
  /** Name of the second one. */
  readonly factor: string;
}

/** Nobody knows whether somebody is who they say: whoever knows could not be asked. Counts as a failure, and is told. */
export interface BackendUnavailable {
  readonly unavailable: Message;
}

/**
 * Nobody is proven, and whoever was asked says why, perhaps of every password that is tried: an outsider would learn which names
 * exist, so the log alone has it. Counts as a failure.
 */
export interface BackendFailure {
  readonly failed: RefusalCode;
}

/** One method by which somebody can be proven. */
export interface SignInBackend {
  /** As the login log names it. */
  readonly label: string;
  /** The kind of proof it looks at. */
  readonly kind: Proof["kind"];
  /** Sources whose users may come in by it where `ONLY_ALLOW_AUTH_FROM_SOURCE` is on. */
  readonly sources: readonly SignInUser["source"][];
  /** Whether somebody may also come in by it whom this installation does not know yet. */
  readonly takesStrangers: boolean;
  readonly isEnabled: (services: BackendServices) => Promise<boolean>;
  /**
   * The user who is proven; null when nobody is. `user` is who has the name here; a backend that takes strangers makes
   * one. A backend that is alone in taking its time takes it for unknown names too. One that cannot be asked throws
   * nothing: it proves nobody, and may say so.
   */
  readonly prove: (
    services: BackendServices,
    secret: string,
    user: SignInUser | null,
    claim: Claim,
  ) => Promise<
    SignInUser | BackendProof | BackendDemand | BackendRefusal | BackendUnavailable | BackendFailure | null
  >;
}

declare module "../../../engine/extensions.ts" {
  interface ExtensionPoints {
    /** Methods that ask other systems, tried after those of this installation. */
    signInBackends: SignInBackend;
  }
}
