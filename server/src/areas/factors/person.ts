import type { CallerContext, RequestContext } from "../../engine/access/index.ts";
import { recordOperation } from "../../engine/audit/index.ts";
import type { Session } from "../../engine/http/index.ts";
import { resumeSignIn, type StoredPendingSignIn } from "../credentials/index.ts";
import type { FactorOwner } from "./factor.ts";
import { tellFactorChange } from "./factor-notices.ts";
import { findFactorOwner } from "./factor-owner.ts";
import { factorText } from "./texts.ts";

/** Somebody on a page of second factors: signed in, or on the way. */
export interface FactorPerson {
  readonly owner: FactorOwner;
  readonly session: Session;
  /** The sign-in that is under way; null for anyone who is in. */
  readonly pending: StoredPendingSignIn | null;
  /** The request as one of this person, whose rights are looked up but not used. */
  readonly context: CallerContext;
}

/**
 * Who asks for a page: by a session of the browser, or by a pending sign-in. Tokens open no pages. `answers`: also
 * somebody whose password proves nobody before another question is answered.
 */
export async function personAt(
  context: RequestContext,
  options: { readonly answers?: boolean } = {},
): Promise<FactorPerson | null> {
  const { services, principal, session, credential, organization, accessVersion } = context;
  if (session === null) return null;
  if (principal !== null && credential === "session") {
    const owner = await findFactorOwner(services, principal.id);
    return owner && { owner, session, pending: null, context: { ...context, principal, credential } };
  }
  const resumed = await resumeSignIn(context, "steps", options);
  const known = resumed && (await services.principals.load(resumed.user.id, accessVersion));
  const owner = known && (await findFactorOwner(services, known.id));
  if (resumed === null || known === null || owner === null) return null;
  const permissions = await services.permissions.permissions(known, organization, accessVersion);
  return {
    owner,
    session,
    pending: resumed.pending,
    context: { ...context, principal: known, permissions, credential: "session" },
  };
}

/** What changed, as the operate log names it. */
const changed = {
  "otp-bound": ["otp", factorText.otp],
  "otp-removed": ["otp", factorText.otp],
  "passkey-added": ["passkey", factorText.passkey],
  "passkey-renamed": ["passkey", factorText.passkey],
  "passkey-removed": ["passkey", factorText.passkey],
  "codes-made": ["recovery_code", factorText.recoveryCode],
} as const;

/**
 * Notes that what a person proves themselves by has changed, never with what, and notifies the person;
 * renaming is not such a change.
 */
export async function recordFactorChange(
  context: CallerContext,
  change: keyof typeof changed,
): Promise<void> {
  const { id, name } = context.principal;
  const hidden = "******";
  const [field, { en, zh, ja }] = changed[change];
  const changes = [{ field, label: { en, zh, ja }, before: hidden, after: hidden }];
  await recordOperation(context, { action: "update", type: factorText.userField, id, name, changes });
  if (change !== "passkey-renamed") await tellFactorChange(context, id, change);
}
