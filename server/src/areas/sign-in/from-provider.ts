import type { RequestContext } from "../../engine/access/index.ts";
import type { RouteAnswer, RouteRequest } from "../../engine/http/index.ts";
import type { Message } from "../../engine/i18n/index.ts";
import type { Json } from "../../engine/json.ts";
import {
  createPendingSignIn,
  objectToArrival,
  pendingCookies,
  type RefusalCode,
  type SignInUser,
  storePendingSignIn,
} from "../credentials/index.ts";
import { guardPath, pathWithNext } from "../pages/index.ts";
import { originOfSignIn, recordFailure } from "./complete.ts";
import { isRefusedByRule, refusedByRule } from "./sign-in-rules.ts";

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
  readonly username: string;
  readonly backend: string;
  readonly code: RefusalCode;
}

/** How the first step ended. */
export type ProviderOutcome =
  | { readonly answer: RouteAnswer }
  | { readonly refusal: { readonly code: string; readonly message: Message } };

/**
 * The first step of a sign-in by an identity provider, in the place of a password: state of the user, locks, addresses
 * and rules hold as for everybody, and the guard goes on to second factor and consent.
 */
export async function signInFromProvider(
  context: RequestContext,
  request: RouteRequest,
  { user, backend, source, next, session }: ProviderSignIn,
): Promise<ProviderOutcome> {
  const { services, remoteAddress } = context;
  const objection =
    (await objectToArrival(services, user, {
      sources: source === null ? [] : [source],
      label: backend,
      remoteAddress,
    })) ?? ((await isRefusedByRule(services, { userId: user.id, remoteAddress })) ? refusedByRule : null);
  if (objection !== null) {
    await recordFailure(services, user.username, originOfSignIn(context, request), { ...objection, backend });
    return { refusal: objection };
  }
  const pending = await storePendingSignIn(services, {
    ...createPendingSignIn({ user, backend }, { autoLogin: false, next }),
    ...(source === null ? {} : { provider: { name: source, session } }),
  });
  return { answer: { location: pathWithNext(guardPath, next), cookies: pendingCookies(pending) } };
}

/** Notes in the login log that somebody whom an identity provider sent does not come in. */
export const recordProviderFailure = (
  context: RequestContext,
  request: RouteRequest,
  { username, ...refusal }: ProviderRefusal,
): Promise<void> => recordFailure(context.services, username, originOfSignIn(context, request), refusal);
