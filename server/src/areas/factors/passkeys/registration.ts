import { type CallerContext, requireConfirmation } from "../../../engine/access/index.ts";
import { BadRequest } from "../../../engine/errors.ts";
import type { RouteAnswer, RouteRequest, Session } from "../../../engine/http/index.ts";
import { withParameters } from "../../../engine/i18n/index.ts";
import { text as line, parseBody } from "../../../engine/resource/index.ts";
import { ensureMfaEnabled } from "../../users/index.ts";
import { confirmLevelOf, factorOwner, isMfaEnabled } from "../factor-owner.ts";
import { recordFactorChange } from "../person.ts";
import { makeRecoveryCodes } from "../recovery-codes.ts";
import { hasFactor } from "../registry.ts";
import { factorText } from "../texts.ts";
import { longestAnswer } from "./assertion.ts";
import { askForRegistration, checkRegistration } from "./ceremonies.ts";
import { givenChallenge } from "./challenges.ts";
import { mostPasskeys } from "./passkey-store.ts";

/**
 * Demands the strongest confirmation the caller has: by the second factor of those who have one, by the password of
 * the others. The switch that turns confirmations off does not count: what is made here opens the account for good.
 *
 * @throws ConfirmationRequired
 */
export async function requireStrongest(context: CallerContext): Promise<void> {
  const { services, principal } = context;
  const owner = await factorOwner(services, principal.id);
  const isStrong = (await isMfaEnabled(services, owner)) && (await hasFactor(services, owner));
  await requireConfirmation(context, isStrong ? "mfa" : confirmLevelOf(owner), "always");
}

/** A passkey is made in the browser of anyone who is signed in there; a token has no part in it. */
function browserSession({ credential, session }: CallerContext): Session {
  if (credential !== "session" || session === null) {
    throw new BadRequest("error", factorText.onlyInBrowser);
  }
  return session;
}

/** What the browser asks its authenticator to make. @throws ConfirmationRequired BadRequest */
export async function beginRegistration(context: CallerContext): Promise<RouteAnswer> {
  const { services, principal } = context;
  const session = browserSession(context);
  await requireStrongest(context);
  const owner = await factorOwner(services, principal.id);
  if (owner.passkeys >= mostPasskeys) {
    throw new BadRequest("error", withParameters(factorText.tooManyPasskeys, { count: owner.passkeys }));
  }
  const asked = await askForRegistration(services, owner, session.key);
  if (asked === null) throw new BadRequest("error", factorText.passkeysImpossible);
  return { body: asked.options, cookies: [asked.cookie] };
}

/** What was registered. */
interface Registered {
  readonly id: string;
  /** New recovery codes, where there were none; shown once. */
  readonly codes: readonly string[];
}

/** Takes what the authenticator made. It turns second factors on, as an authenticator app does. */
export async function register(context: CallerContext, { body, cookies }: RouteRequest): Promise<Registered> {
  const { services, principal } = context;
  const session = browserSession(context);
  const { name, answer } = await parseBody(context, inputFields, body);
  const { challenge } = givenChallenge(session.key, cookies);
  const made = challenge && (await checkRegistration(services, String(answer), challenge));
  if (made == null) throw new BadRequest("error", factorText.passkeyNotMade);
  return services.db.transaction().execute(async (db) => {
    const { recovery_codes: left } = await factorOwner(services, principal.id);
    const row = await db
      .insertInto("passkeys")
      .values({ ...made, user_id: principal.id, name: String(name) })
      .onConflict((conflict) => conflict.column("credential_id").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (row === undefined) throw new BadRequest("error", factorText.passkeyKnown);
    await ensureMfaEnabled(db, principal.id);
    await recordFactorChange({ ...context, db }, "passkey-added");
    return { id: row.id, codes: left > 0 ? [] : await makeRecoveryCodes(services, db, principal.id) };
  });
}

/** What a browser sends of a new passkey. */
export const inputFields = {
  name: line({ label: factorText.name, required: true, maxLength: 64 }),
  answer: line({ label: factorText.answer, required: true, writeOnly: true, maxLength: longestAnswer }),
};
