import type { Services } from "../../../engine/services.ts";
import type { FittingRule } from "../../acls/index.ts";
import type { LoginType } from "../../credentials/index.ts";
import type { SignInServices } from "../sign-in-services.ts";

/** Somebody who is signing in, as those who decide about it see them. */
export interface ReviewedSignIn {
  readonly userId: string;
  readonly username: string;
  readonly remoteAddress: string;
  /** Where the address is, as far as can be told. */
  readonly city: string;
  readonly userAgent: string;
  readonly type: LoginType;
  /** The rule that decides about it; null: none does. */
  readonly rule: FittingRule | null;
}

/** A question that was put to somebody. */
export interface SignInReview {
  readonly id: string;
  /** Names of whom is asked. */
  readonly assignees: readonly string[];
  readonly dateCreated: Date;
  /** Page on which they decide, a path of this site. */
  readonly page: string;
  readonly state: "pending" | "approved" | "rejected" | "closed";
  /** Who rejected it, as a person reads it; empty otherwise. */
  readonly decidedBy: string;
}

/**
 * Decides whether somebody has to consent to a sign-in, and knows what they said. An area above contributes it;
 * without one nobody is asked.
 */
export interface SignInReviewer {
  /** Asks, where somebody has to consent; null: nobody has. */
  readonly request: (services: SignInServices, signIn: ReviewedSignIn) => Promise<SignInReview | null>;
  /** The question of that id; null when there is none any more. */
  readonly find: (services: SignInServices, id: string) => Promise<SignInReview | null>;
  /** Resolves when the question may have been answered, or `signal` aborts. */
  readonly changed: (services: SignInServices, id: string, signal: AbortSignal) => Promise<void>;
  /** Takes a question back that was not answered yet. */
  readonly close: (services: SignInServices, id: string) => Promise<void>;
}

declare module "../../../engine/extensions.ts" {
  interface ExtensionPoints {
    /** Who decides about sign-ins: that of the highest area counts. */
    signInReviewers: SignInReviewer;
  }
}

/** The person who decides; null: nobody does. */
export const signInReviewer = ({ extensions }: Pick<Services, "extensions">): SignInReviewer | null =>
  extensions.of("signInReviewers").at(-1) ?? null;
