import type { RequestContext } from "../../../engine/access/index.ts";
import type { Message } from "../../../engine/i18n/index.ts";
import { text } from "../texts.ts";
import type { Proven } from "./claim.ts";
import {
  type PendingFor,
  type PendingSignIn,
  readPendingSignIn,
  type StoredPendingSignIn,
} from "./pending-sign-in.ts";
import { findSignInUser, type SignInUser } from "./sign-in-user.ts";

/** Tells somebody that their session holds no pending sign-in, or one that took too long. */
export const noPendingSignIn: Message = text.noSignIn;

/** Whether the first step has not proven anybody yet, because something else was asked. */
const isUnproven = ({ demanded, mfa }: PendingSignIn): boolean =>
  demanded !== undefined && mfa !== demanded.factor;

/** A sign-in that began in this session, and whom it is about. */
export interface Resumed {
  readonly pending: StoredPendingSignIn;
  readonly user: SignInUser;
}

/**
 * Takes up a sign-in where it was left; null when there is none, when it took too long, or when the user was
 * disabled, expired or got another password meanwhile. One whose password proves nobody before another question is
 * answered is taken up by `answers` alone: what asks the question, and what decides on the next step.
 */
export async function resumeSignIn(
  context: RequestContext,
  waitsFor: PendingFor = "steps",
  { answers = false }: { readonly answers?: boolean } = {},
): Promise<Resumed | null> {
  const pending = readPendingSignIn(context, waitsFor);
  if (pending === null || (isUnproven(pending) && !answers)) return null;
  const user = await findSignInUser(context.services, { id: pending.userId });
  const isValid =
    user?.is_active === true &&
    (user.date_expired === null || user.date_expired.getTime() > Date.now()) &&
    passwordSince(user) === pending.passwordSince;
  return isValid ? { pending, user } : null;
}

/** What is remembered of a first step. */
export function createPendingSignIn(
  { user, backend, demanded, factor }: Pick<Proven, "user" | "backend" | "demanded" | "factor">,
  { autoLogin, next }: Pick<PendingSignIn, "autoLogin" | "next">,
): PendingSignIn {
  const { id: userId, username } = user;
  return {
    userId,
    username,
    backend,
    autoLogin,
    next,
    passwordSince: passwordSince(user),
    ...(demanded === undefined ? {} : { demanded }),
    ...(factor === undefined ? {} : { mfa: factor }),
  };
}

/** When the password in force was set, in milliseconds; null for a user without one. */
export const passwordSince = ({ date_password_last_updated: since }: SignInUser): number | null =>
  since === null ? null : since.getTime();
