import type { RequestContext } from "../../../engine/access/index.ts";
import { type Html, html } from "../../../engine/http/index.ts";
import type { Message } from "../../../engine/i18n/index.ts";
import type { Proven } from "../../credentials/index.ts";
import {
  factorAssets,
  factorFields,
  factorOwner,
  hasFactor,
  offeredFactors,
  passkeyButton,
  relyingParty,
} from "../../factors/index.ts";
import { asText, passkeySignInPath } from "../../pages/index.ts";
import type { Origin } from "../complete.ts";
import { demandOf, proveAtSignIn } from "./prove-at-sign-in.ts";

/** The fields of the second factor, for a sign-in page that asks for everything at once. */
export async function loginFactorFields({ services, language }: RequestContext): Promise<Html> {
  const fields = factorFields({
    language,
    factors: await offeredFactors(services),
    owner: null,
    chosen: "",
    resendSeconds: await services.settings.get<number>("VERIFY_CODE_TTL"),
    isAlone: false,
  });
  return html`${fields}${factorAssets}`;
}

/** The sign-in without a password; null where this site can have no passkeys. */
export async function loginPasskey(
  { services, language }: RequestContext,
  next: string,
): Promise<Html | null> {
  const site = await relyingParty(services);
  if (site === null) return null;
  const button = passkeyButton({ language }, site.origin, {
    way: "sign-in",
    action: passkeySignInPath,
    next,
  });
  return html`${button}${factorAssets}`;
}

/** What came of a code that was sent with the password. */
type SentAlong = { readonly factor: string | null } | { readonly problem: Message; readonly code: string };

/**
 * Checks the code that came with the password. Without one, and for anyone who has no factor yet, the guard asks for
 * what is required.
 */
export async function proveSentAlong(
  context: RequestContext,
  proven: Proven,
  fields: Readonly<Record<string, unknown>>,
  { userAgent, type, remoteAddress }: Origin,
): Promise<SentAlong> {
  const { services } = context;
  const { user, backend, demanded } = proven;
  const code = asText(fields.code).trim();
  const name = asText(fields.mfa_type);
  const owner = await factorOwner(services, user.id);
  const isAsked = demanded === undefined ? await hasFactor(services, owner) : name === demanded.factor;
  if (code === "" || !isAsked) return { factor: null };
  const attempt = { owner, remoteAddress, name, code, ...demandOf(proven) };
  const outcome = await proveAtSignIn(context, attempt, { userAgent, type, backend });
  if (outcome.factor !== null) return { factor: outcome.factor.name };
  return { problem: outcome.message, code: outcome.code };
}
