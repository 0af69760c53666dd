import type { CallerContext, RequestContext } from "../../../engine/access/context.ts";
import { recordOperation } from "../../../engine/audit/operate-log.ts";
import type { Session } from "../../../engine/http/sessions.ts";
import type { PendingSignIn } from "../sign-in/pending.ts";
import { resumeSignIn } from "../sign-in/resume.ts";
import { text } from "../texts.ts";
import type { FactorOwner } from "./factor.ts";
import { findFactorOwner } from "./factor-owner.ts";

/** Somebody on a page of second factors: signed in, or on the way. */
export interface FactorPerson {
  readonly owner: FactorOwner;
  readonly session: Session;
  /** The sign-in that is under way; null for whoever is in. */
  readonly pending: PendingSignIn | null;
  /** The request as one of this person, whose rights are looked up but not used. */
  readonly context: CallerContext;
}

/** Who asks for a page: by a session of the browser, or by a sign-in that has begun. Tokens open no pages. */
export async function personAt(context: RequestContext): Promise<FactorPerson | null> {
  const { services, principal, session, credential, organization, accessVersion } = context;
  if (session === null) return null;
  if (principal !== null && credential === "session") {
    const owner = await findFactorOwner(services, principal.id);
    return owner && { owner, session, pending: null, context: { ...context, principal, credential } };
  }
  const resumed = await resumeSignIn(context);
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

/** Notes that what a person proves themselves by has changed; never with what. */
export function recordFactorChange(context: CallerContext, field: string, label = text.otp): Promise<void> {
  const { id, name } = context.principal;
  const hidden = "******";
  const { en, zh, ja } = label;
  const changes = [{ field, label: { en, zh, ja }, before: hidden, after: hidden }];
  return recordOperation(context, { action: "update", type: text.userField, id, name, changes });
}
