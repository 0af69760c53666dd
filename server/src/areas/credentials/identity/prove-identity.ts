import { randomBytes } from "node:crypto";
import { ApiError } from "../../../engine/errors.ts";
import { type Message, withParameters } from "../../../engine/i18n/index.ts";
import type { Services } from "../../../engine/services.ts";
import {
  clearFailures,
  failAttempt,
  type LockLimits,
  readLockLimits,
  releaseAttempt,
  reserveAttempt,
  signInBlocks,
} from "../../users/index.ts";
import { text } from "../texts.ts";
import { type AddressLimitServices, countFailureOfAddress, isAddressRefused } from "./address-limits.ts";
import type { Claim, Outcome, Proven, Refusal, RefusalCode } from "./claim.ts";
import { createKeyedMutex } from "./keyed-mutex.ts";
import type { BackendRefusal, BackendServices, SignInBackend } from "./sign-in-backend.ts";
import { findSignInUser, type SignInUser } from "./sign-in-user.ts";

const refusal = (code: RefusalCode, message: Message, more: Partial<Refusal> = {}): Refusal => ({
  user: null,
  code,
  message,
  ...more,
});

/** What proves somebody: the sign-in methods' own, and what opens encrypted passwords. */
export type IdentityServices = BackendServices & Pick<Services, "fieldCipher">;

/**
 * Finds out whether somebody is who they say: address, locks, the sign-in methods, the state of the user. Failures are
 * counted and lock. What an outsider learns, also by the clock, is the same for names that exist and names that do
 * not. `backends` are the sign-in methods that count here.
 * Contract: docs/contract/identity.md, "Signing in".
 */
export async function proveIdentity(
  services: IdentityServices,
  given: Claim,
  backends: readonly SignInBackend[],
): Promise<Outcome> {
  // A name is never looked up with NUL, so it must not have counters of its own because of it.
  const claim = { ...given, username: given.username.replaceAll("\0", "") };
  const { remoteAddress, username, proof } = claim;
  if (await isAddressRefused(services, remoteAddress)) return addressBlocked;
  const secret = proof.kind === "password" ? await openPassword(services, proof.password) : proof.key;
  return inTurn(username, () => judge(services, claim, backends, secret));
}

const addressBlocked = refusal("block_global_ip_login", text.addressBlocked);

/**
 * What is in the way of somebody whom another system has proven: address, lock of the name, the state of the user; null:
 * nothing.
 */
export async function objectToArrival(
  services: AddressLimitServices,
  user: SignInUser,
  backend: Pick<SignInBackend, "sources" | "label"> & { readonly remoteAddress: string },
): Promise<Refusal | null> {
  const { remoteAddress } = backend;
  const { failures, isLocked } = await signInBlocks(services.db, { username: user.username, remoteAddress });
  if (await isAddressRefused(services, remoteAddress, () => failures)) return addressBlocked;
  if (isLocked) return blocked(await readLockLimits(services.settings));
  const objection = await objectTo(services, user, backend);
  return objection === null ? null : { ...objection, backend: backend.label };
}

/** Tries at the same moment wait for each other, or somebody with the right password would use up their own tries. */
const inTurn = createKeyedMutex();

async function judge(
  services: BackendServices,
  claim: Claim,
  backends: readonly SignInBackend[],
  opened: string | null,
): Promise<Outcome> {
  const { remoteAddress, username } = claim;
  const limits = await readLockLimits(services.settings);
  const left = await reserveAttempt(services.db, "login", username, remoteAddress, limits);
  if (left === null) return blocked(limits);
  // What did not open is looked at like a wrong password: an answer of its own would tell how the encryption broke.
  const secret = opened ?? randomBytes(18).toString("base64");
  const found = await findSignInMethod(services, { backends, secret, claim });
  if (found.backend !== null && "refusal" in found) {
    await releaseAttempt(services.db, "login", username, remoteAddress);
    return refusal(found.refusal.refused, found.refusal.message, { backend: found.backend.label });
  }
  if (found.backend === null) {
    await countFailureOfAddress(services, remoteAddress);
    await failAttempt(services.db, "login", username, limits, left);
    const reason = opened === null ? "password_decrypt_failed" : found.reason;
    if (left === 0) return blocked(limits);
    // For every name alike, or an outage would tell which names are kept here.
    return found.unavailable === null
      ? failed(limits, left, reason)
      : refusal("password_failed", found.unavailable, { reason });
  }
  const { user, backend, demanded, factor } = found;
  const objection = await objectTo(services, user, backend);
  if (objection !== null) {
    await releaseAttempt(services.db, "login", username, remoteAddress);
    return { ...objection, backend: backend.label };
  }
  await clearFailures(services.db, "login", username, remoteAddress);
  return {
    user,
    backend: backend.label,
    isPasswordTrivial: isTrivial(secret, user),
    ...(demanded === undefined ? {} : { demanded }),
    ...(factor === undefined ? {} : { factor }),
  };
}

function blocked({ minutes }: LockLimits): Refusal {
  return refusal("block_login", withParameters(text.blocked, { minutes }));
}

function failed({ minutes }: LockLimits, times: number, reason: RefusalCode): Refusal {
  return refusal("password_failed", withParameters(text.passwordFailed, { times, minutes }), { reason });
}

type SignInMethod =
  | ({ readonly backend: SignInBackend } & Pick<Proven, "user" | "demanded" | "factor">)
  | { readonly backend: SignInBackend; readonly refusal: BackendRefusal }
  | {
      readonly backend: null;
      readonly reason: RefusalCode;
      /** What is told where somebody could not be asked. */
      readonly unavailable: Message | null;
    };

/** The first of the sign-in methods that proves somebody. */
async function findSignInMethod(
  services: BackendServices,
  {
    backends,
    secret,
    claim,
  }: { readonly backends: readonly SignInBackend[]; readonly secret: string; readonly claim: Claim },
): Promise<SignInMethod> {
  const known = await findSignInUser(services, { username: claim.username });
  const refusesStrangers =
    known === null && (await services.settings.get<boolean>("ONLY_ALLOW_EXIST_USER_AUTH"));
  let unavailable: Message | null = null;
  let reason: RefusalCode = refusesStrangers ? "user_not_exist" : "password_failed";
  for (const backend of backends) {
    if (backend.kind !== claim.proof.kind || !(await backend.isEnabled(services))) continue;
    if (refusesStrangers && backend.takesStrangers) continue;
    const proven = await backend.prove(services, secret, known, claim);
    if (proven === null) continue;
    if ("unavailable" in proven) {
      unavailable ??= proven.unavailable;
      continue;
    }
    if ("failed" in proven) {
      reason = proven.failed;
      continue;
    }
    if ("refused" in proven) return { backend, refusal: proven };
    return "user" in proven ? { backend, ...proven } : { backend, user: proven };
  }
  return { backend: null, reason, unavailable };
}

/** What is in the way of somebody who is who they say; null: nothing. */
async function objectTo(
  { settings }: Pick<Services, "settings">,
  user: SignInUser,
  backend: Pick<SignInBackend, "sources">,
): Promise<Refusal | null> {
  const isBound = await settings.get<boolean>("ONLY_ALLOW_AUTH_FROM_SOURCE");
  if (isBound && !backend.sources.includes(user.source)) {
    return refusal("backend_not_match", text.backendNotMatch);
  }
  if (!user.is_active) return refusal("user_inactive", text.userInactive);
  if (user.date_expired !== null && user.date_expired.getTime() <= Date.now()) {
    return refusal("user_expired", text.userExpired);
  }
  return null;
}

/** Passwords that are tried first, everywhere. */
function isTrivial(password: string, { username }: SignInUser): boolean {
  return ["admin", username.toLowerCase()].includes(password.toLowerCase());
}

async function openPassword(
  { fieldCipher }: Pick<Services, "fieldCipher">,
  password: string,
): Promise<string | null> {
  try {
    return await fieldCipher.open(password);
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}
