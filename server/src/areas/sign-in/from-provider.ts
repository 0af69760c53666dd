import type { RequestContext } from "../../engine/access/index.ts";
import type { RouteAnswer, RouteRequest } from "../../engine/http/index.ts";
import type { Message } from "../../engine/i18n/index.ts";
import type { Json } from "../../engine/json.ts";
import {
  createPendingSignIn,
  objectToArrival,
  type PendingSignIn,
  pendingCookies,
  type SignInUser,
  signedInCookies,
  storePendingSignIn,
} from "../credentials/index.ts";
import { guardPath, pathWithNext } from "../pages/index.ts";
import { completeSignIn, originOfSignIn, recordFailure } from "./complete.ts";
import { isRefusal, refusedByRule, signInRule } from "./sign-in-rules.ts";
import { firstOpenStep } from "./steps.ts";

/** Somebody whom an identity provider has proven. */
export interface ProviderSignIn {
  readonly user: SignInUser;
  /** As the login log names it. */
  readonly backend: string;
  /** The source whose users come in by it; null: of none, so that it counts for nobody where only sources count. */
  readonly source: SignInUser["source"] | null;
  /** Where to go afterwards, a path of this site; empty for the start page. */
  readonly next: string;
  /** What the provider is asked with when the person signs out; handed back to `providerSessions`. */
  readonly session: Json;
}

/** Why somebody does not come in whom an identity provider sent. */
interface ProviderRefusal {
  /** Empty where the provider named nobody. */
  readonly username: string;
  readonly backend: string;
  /** A code of the login log; behind a colon what the provider said. */
  readonly code: string;
}

/** How the first step ended. */
export type ProviderOutcome =
  | { readonly answer: RouteAnswer }
  | { readonly refusal: { readonly code: string; readonly message: Message } };

/**
 * The first step of a sign-in by an identity provider, in the place of a password: state of the user, locks, addresses
 * and rules hold as for everybody. Who has no step left is let in at once; else the guard goes on to second factor and consent.
 */
export async function signInFromProvider(
  context: RequestContext,
  request: RouteRequest,
  { user, backend, source, next, session }: ProviderSignIn,
): Promise<ProviderOutcome> {
  const { services, remoteAddress, accessVersion: version } = context;
  const origin = originOfSignIn(context, request);
  const barred = await objectToArrival(services, user, {
    sources: source === null ? [] : [source],
    label: backend,
    remoteAddress,
  });
  const person = { userId: user.id, remoteAddress, version };
  const rule = barred === null ? await signInRule(services, person) : null;
  const objection = barred ?? (isRefusal(rule, person) ? refusedByRule : null);
  if (objection !== null) {
    await recordFailure(services, user.username, origin, { ...objection, backend });
    return { refusal: objection };
  }
  const signIn: PendingSignIn = {
    ...createPendingSignIn({ user, backend }, { autoLogin: false, next }),
    ...(source === null ? {} : { provider: { name: source, session } }),
  };
  // Reviewers are asked by the guard, which can wait for them.
  const open =
    rule?.action === "review" ? "review" : await firstOpenStep(services, signIn, origin, { user, rule });
  const signedIn = open === null ? await completeSignIn(context, user, origin, signIn) : null;
  if (signedIn !== null) {
    const cookies = await signedInCookies(services, signedIn, signIn.autoLogin);
    return { answer: { location: next === "" ? "/" : next, cookies } };
  }
  const pending = await storePendingSignIn(services, signIn);
  return { answer: { location: pathWithNext(guardPath, next), cookies: pendingCookies(pending) } };
}

/** Notes in the login log that somebody whom an identity provider sent does not come in. */
export const recordProviderFailure = (
  context: RequestContext,
  request: Pick<RouteRequest, "headers">,
  { username, ...refusal }: ProviderRefusal,
): Promise<void> => recordFailure(context.services, username, originOfSignIn(context, request), refusal);
