import type { RequestContext } from "../../../engine/access/index.ts";
import type { NewSession, Session } from "../../../engine/http/index.ts";
import { isObject, type Json } from "../../../engine/json.ts";
import type { Services } from "../../../engine/services.ts";
import type { DemandedFactor } from "./claim.ts";

/** Seconds for which the first step of a sign-in waits for the others. */
export const stepSeconds = 600;

/** Seconds for which a sign-in waits for somebody's consent. */
export const reviewSeconds = 3600;

/** A sign-in whose first step is passed, and others perhaps not. */
export interface PendingSignIn {
  readonly userId: string;
  readonly username: string;
  /** What they were proven by, as the login log names it. */
  readonly backend: string;
  /** Whether to stay signed in when the browser is closed. */
  readonly autoLogin: boolean;
  /** Where to go afterwards, a path of this site; empty for the start page. */
  readonly next: string;
  /** Name of the second factor that was proven; absent until then. */
  readonly mfa?: string;
  /** The factor without which the first step has proven nobody; absent where the password was enough. */
  readonly demanded?: DemandedFactor;
  /** Of somebody whom another system has proven: which one, and what is kept of the session there. */
  readonly provider?: { readonly name: string; readonly session: Json };
  /** What somebody was asked about it, and when (milliseconds); absent until then. */
  readonly review?: { readonly id: string; readonly at: number };
  /** The password in force at the first step (milliseconds); a later one ends it. */
  readonly passwordSince: number | null;
}

/**
 * What a pending sign-in waits for: the steps the guard decides on, or another password, before which no step is
 * taken. A session holds one or the other, so that what reads the first never meets the second.
 */
export type PendingFor = "steps" | "password";

const dataNames = { steps: "sign_in", password: "password_change" } as const;

/** A pending sign-in as a browser's session holds it. The session has no user until the last step. */
export interface StoredPendingSignIn extends PendingSignIn {
  readonly session: Session;
}

/**
 * Stores a pending sign-in in a session of its own, so that an id from before is never one that has proven something.
 */
export function storePendingSignIn(
  { sessions }: Pick<Services, "sessions">,
  pendingSignIn: PendingSignIn,
  waitsFor: PendingFor = "steps",
): Promise<NewSession> {
  return sessions.create(null, {
    [dataNames[waitsFor]]: {
      user_id: pendingSignIn.userId,
      username: pendingSignIn.username,
      backend: pendingSignIn.backend,
      auto_login: pendingSignIn.autoLogin,
      next: pendingSignIn.next,
      password_since: pendingSignIn.passwordSince,
      password_at: Date.now(),
      ...(pendingSignIn.provider === undefined
        ? {}
        : { provider: pendingSignIn.provider.name, provider_session: pendingSignIn.provider.session }),
      ...(pendingSignIn.demanded === undefined ? {} : { demanded: { ...pendingSignIn.demanded } }),
      ...(pendingSignIn.mfa === undefined ? {} : { mfa: pendingSignIn.mfa }),
      ...(pendingSignIn.review === undefined
        ? {}
        : { review_id: pendingSignIn.review.id, review_at: pendingSignIn.review.at }),
    },
  });
}

/** The pending sign-in of this browser; null when there is none, or its first step is too long ago. */
export function readPendingSignIn(
  { session }: Pick<RequestContext, "session">,
  waitsFor: PendingFor = "steps",
): StoredPendingSignIn | null {
  const step = session?.data[dataNames[waitsFor]];
  if (session === null || session.userId !== null || !isObject(step)) return null;
  const { user_id, username, backend, auto_login, next, password_since, password_at, mfa } = step;
  const { review_id, review_at, provider, provider_session, demanded } = step;
  const review =
    typeof review_id === "string" && typeof review_at === "number" ? { id: review_id, at: review_at } : null;
  const isFresh =
    isWithin(password_at, stepSeconds) || (review !== null && isWithin(review.at, reviewSeconds));
  if (!isFresh || typeof user_id !== "string") return null;
  return {
    userId: user_id,
    username: String(username),
    backend: String(backend),
    autoLogin: auto_login === true,
    next: String(next ?? ""),
    passwordSince: typeof password_since === "number" ? password_since : null,
    ...(typeof mfa === "string" ? { mfa } : {}),
    ...(isObject(demanded) ? { demanded: demanded as unknown as DemandedFactor } : {}),
    ...(typeof provider === "string"
      ? { provider: { name: provider, session: provider_session as Json } }
      : {}),
    ...(review === null ? {} : { review }),
    session,
  };
}

const isWithin = (instant: unknown, seconds: number): boolean =>
  typeof instant === "number" && Date.now() - instant < seconds * 1000;
