import type { RequestContext } from "../../engine/access/index.ts";
import type { NewSession, RouteRequest } from "../../engine/http/index.ts";
import type { Services } from "../../engine/services.ts";
import { moveLoginSecret } from "../accounts/index.ts";
import {
  type LoginLogServices,
  type LoginType,
  type PendingSignIn,
  type Refusal,
  recordLogin,
  type SignInUser,
  type StoredPendingSignIn,
} from "../credentials/index.ts";
import { asText } from "../pages/index.ts";
import { lastLoginUpdate } from "../users/index.ts";
import { noticeCity } from "./foreign-city.ts";
import "./provider-extensions.ts";
import type { SignInServices } from "./sign-in-services.ts";

/** Where a sign-in came from, for the login log. */
export interface Origin {
  readonly remoteAddress: string;
  readonly userAgent: string;
  readonly type: LoginType;
}

/** Where a sign-in on a page comes from. */
export const originOfSignIn = (
  { remoteAddress }: Pick<RequestContext, "remoteAddress">,
  { headers }: Pick<RouteRequest, "headers">,
): Origin => ({ remoteAddress, userAgent: asText(headers["user-agent"]), type: "W" });

/** What a person came in by. */
type Means = Pick<StoredPendingSignIn, "backend" | "mfa">;

/** Records a sign-in: login log, last sign-in, and everyone who subscribed. */
export async function recordSuccess(
  services: SignInServices,
  user: SignInUser,
  origin: Origin,
  { backend, mfa }: Means,
): Promise<void> {
  const { username } = user;
  await noticeCity(services, user, origin.remoteAddress);
  const hasFactor = mfa !== undefined || user.mfa_level > 0;
  await recordLogin(
    services,
    { ...origin, username, backend, succeeded: true, reason: "", mfa: hasFactor ? 1 : 0 },
    (db) => lastLoginUpdate(db, user.id),
  );
}

/** Notes that somebody did not come in, and why. */
export function recordFailure(
  services: LoginLogServices,
  username: string,
  origin: Origin,
  { code, reason, backend }: Pick<Refusal, "reason" | "backend"> & { readonly code: string },
): Promise<void> {
  return recordLogin(services, {
    ...origin,
    username: username.replaceAll("\0", ""),
    succeeded: false,
    reason: reason ?? code,
    mfa: 2,
    ...(backend === undefined ? {} : { backend }),
  });
}

/**
 * Lets somebody in who has done every step: a new session replaces the one that carried the steps, where there was one, and,
 * where people may be signed in once only, all others of theirs. Null where that session has ended meanwhile: a sign-in is
 * completed once.
 */
export async function completeSignIn(
  { services }: { readonly services: SignInServices & Pick<Services, "sessions"> },
  user: SignInUser,
  origin: Origin,
  pending: PendingSignIn & Partial<Pick<StoredPendingSignIn, "session">>,
): Promise<NewSession | null> {
  const { sessions, settings } = services;
  const { provider, session: former, autoLogin, backend, mfa } = pending;
  const data = { auto_login: autoLogin, backend, ...(mfa === undefined ? {} : { mfa }) };
  const signedIn =
    former === undefined
      ? await sessions.create(user.id, data, origin)
      : await sessions.replace(former, user.id, data, origin);
  if (signedIn === null) return null;
  if (await settings.get<boolean>("USER_LOGIN_SINGLE_MACHINE_ENABLED"))
    await sessions.destroyOf(user.id, signedIn.session);
  await recordSuccess(services, user, origin, pending);
  if (former !== undefined) await moveLoginSecret(services, former, signedIn.session, user.id);
  const known = services.extensions
    .of("signInProviders")
    .find(({ name }) => name.toLowerCase() === provider?.name);
  if (provider !== undefined) await known?.keepSession(services, signedIn.session, provider.session);
  return signedIn;
}
