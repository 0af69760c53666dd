import { createHash } from "node:crypto";
import { type CallerContext, type RequestContext, requireConfirmation } from "../../engine/access/index.ts";
import { ConfirmationRequired } from "../../engine/errors.ts";
import { type CookieToSet, caller, type RouteRequest } from "../../engine/http/index.ts";
import { loginRuleFor } from "../acls/index.ts";
import {
  type FactorOwner,
  factorOwner,
  findFactorOwner,
  ownChallengePath,
  type SecondFactor,
  usableFactors,
} from "../factors/index.ts";
import { openForm } from "../pages/index.ts";
import type { ApprovalLink } from "../tickets/index.ts";

/** Somebody on the page of a mailed link who may decide, if the ticket asks them. */
export interface Decider {
  /** The request as one of this person. */
  readonly context: CallerContext;
  readonly by: "sign-in" | "link";
  readonly owner: FactorOwner;
  /** By what they can prove themselves here; a reserve only beside something else. */
  readonly factors: readonly SecondFactor[];
  readonly csrfToken: string;
  readonly cookies: readonly CookieToSet[];
  /** What challenges of passkeys are bound to, and the path that answers one. */
  readonly challenge: { readonly key: Buffer; readonly path: string };
}

/** Somebody who signed in with this browser, and may use it for more than accepting the terms. */
export const isSignedIn = ({ principal, credential, session }: RequestContext): boolean =>
  principal !== null && credential === "session" && session !== null && principal.mustAcceptTerms !== true;

/** What a challenge is bound to that somebody without a session asks for. */
export const linkKey = (token: string): Buffer => createHash("sha256").update(`approval:${token}`).digest();

/**
 * The reader of a link who decides without signing in: as long as they could sign in from there, unwatched, and have a
 * factor that needs no message of ours.
 */
async function readerOf(
  context: RequestContext,
  request: RouteRequest,
  { token, userId, own }: { readonly token: string; readonly userId: string; readonly own: string },
): Promise<Decider | null> {
  const { services, accessVersion, organization, remoteAddress } = context;
  const principal = await services.principals.load(userId, accessVersion);
  const owner = principal && (await findFactorOwner(services, userId));
  if (principal === null || owner === null || principal.mustAcceptTerms === true) return null;
  const rule = await loginRuleFor(services, { userId, remoteAddress, at: new Date() });
  if (rule !== null && rule.action !== "accept") return null;
  const factors = (await usableFactors(services, owner)).filter(({ send }) => send === undefined);
  if (!factors.some(({ isReserve }) => !isReserve)) return null;
  const permissions = await services.permissions.permissions(principal, organization, accessVersion);
  return {
    // Whose session this browser has plays no part.
    context: {
      ...context,
      principal,
      permissions,
      credential: "session",
      session: null,
      credentialKey: null,
    },
    by: "link",
    owner,
    factors,
    ...(await openForm(context, request)),
    challenge: { key: linkKey(token), path: `${own}challenge/` },
  };
}

/** Who decides here: the reader of the link, else whoever is signed in; null: nobody, before they sign in. */
export async function findDecider(
  context: RequestContext,
  request: RouteRequest,
  link: ApprovalLink & { readonly token: string; readonly own: string },
): Promise<Decider | null> {
  const { services, session } = context;
  const { token, own, userId } = link;
  const isReader = userId === null || context.principal?.id === userId;
  if (isSignedIn(context) && session !== null && isReader) {
    const known = caller(context);
    const owner = await factorOwner(services, known.principal.id);
    return {
      context: known,
      by: "sign-in",
      owner,
      factors: await usableFactors(services, owner),
      csrfToken: session.csrfToken,
      cookies: [],
      challenge: { key: session.key, path: ownChallengePath },
    };
  }
  return userId === null ? null : readerOf(context, request, { token, own, userId });
}

/** Whether somebody has to prove a second factor here: to approve, or to decide at all. */
export async function asksFactor({ by, context }: Decider, isRequired: boolean): Promise<boolean> {
  if (by === "link") return true;
  if (!isRequired) return false;
  try {
    await requireConfirmation(context, "mfa", "always");
    return false;
  } catch (error) {
    if (error instanceof ConfirmationRequired) return true;
    throw error;
  }
}
