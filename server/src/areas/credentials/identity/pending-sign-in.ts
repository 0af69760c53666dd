import type { RequestContext } from "../../../engine/access/index.ts";
import type { NewSession, Session } from "../../../engine/http/index.ts";
import { isObject } from "../../../engine/json.ts";
import type { Services } from "../../../engine/services.ts";

/** Seconds for which the first step of a sign-in waits for the others. */
export const stepSeconds = 600;

/** Seconds for which a sign-in waits for somebody's consent. */
export const reviewSeconds = 3600;

/** Somebody who is who they say, and is not in yet. The session is nobody's until the last step. */
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
  /** What somebody was asked about it, and when (milliseconds); absent until then. */
  readonly review?: { readonly id: string; readonly at: number };
  /** The password in force at the first step (milliseconds); a later one ends what was begun. */
  readonly passwordSince: number | null;
  readonly session: Session;
}

/** What the first step found. */
export type Begun = Omit<PendingSignIn, "session">;

/**
 * Begins a sign-in in a session of its own, so that an id from before is never one that has proven something.
 */
export function beginSignIn({ sessions }: Pick<Services, "sessions">, begun: Begun): Promise<NewSession> {
  return sessions.create(null, {
    sign_in: {
      user_id: begun.userId,
      username: begun.username,
      backend: begun.backend,
      auto_login: begun.autoLogin,
      next: begun.next,
      password_since: begun.passwordSince,
      password_at: Date.now(),
      ...(begun.mfa === undefined ? {} : { mfa: begun.mfa }),
      ...(begun.review === undefined ? {} : { review_id: begun.review.id, review_at: begun.review.at }),
    },
  });
}

/** The sign-in that this browser has begun; null when there is none, or its first step is too long ago. */
export function pendingSignIn({ session }: Pick<RequestContext, "session">): PendingSignIn | null {
  const step = session?.data.sign_in;
  if (session === null || session.userId !== null || !isObject(step)) return null;
  const { user_id, username, backend, auto_login, next, password_since, password_at, mfa } = step;
  const { review_id, review_at } = step;
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
    ...(review === null ? {} : { review }),
    session,
  };
}

const isWithin = (instant: unknown, seconds: number): boolean =>
  typeof instant === "number" && Date.now() - instant < seconds * 1000;
