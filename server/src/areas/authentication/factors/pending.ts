import type { RequestContext } from "../../../engine/access/context.ts";
import type { Session } from "../../../engine/http/sessions.ts";
import { isObject } from "../../../engine/json.ts";

/** Seconds for which a right password waits for the steps after it. */
const stepLifetime = 600;

/** Somebody whose password was right, and who is not in yet: the session is nobody's until the last step. */
export interface PendingSignIn {
  readonly userId: string;
  readonly session: Session;
}

/** The sign-in that this browser has begun; null when there is none, or its first step is too long ago. */
export function pendingSignIn({ session }: RequestContext): PendingSignIn | null {
  const step = session?.data.sign_in;
  if (session === null || session.userId !== null || !isObject(step)) return null;
  const isFresh = typeof step.password_at === "number" && Date.now() - step.password_at < stepLifetime * 1000;
  return isFresh && typeof step.user_id === "string" ? { userId: step.user_id, session } : null;
}

/** Remembers, for the guard, which factor whoever is signing in has proven. */
export async function passFactor(
  { services }: Pick<RequestContext, "services">,
  { session }: PendingSignIn,
  factor: string,
): Promise<void> {
  const step = isObject(session.data.sign_in) ? session.data.sign_in : {};
  await services.sessions.save(session, { ...session.data, sign_in: { ...step, mfa: factor } });
}
