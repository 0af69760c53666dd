import { anonymous } from "../../engine/access/index.ts";
import { recordOperation } from "../../engine/audit/index.ts";
import {
  cookieNames,
  type RouteAnswer,
  type RouteDeclaration,
  type RouteRequest,
} from "../../engine/http/index.ts";
import type { Message } from "../../engine/i18n/index.ts";
import { sameText } from "../../engine/secrets/index.ts";
import { asText, fieldsOf, loginPath } from "../pages/index.ts";
import { readAppearance } from "../settings/index.ts";
import { setMfaLevel } from "../users/index.ts";
import { proveOwnPassword, proveSecondFactor } from "./confirm/prove.ts";
import { tellFactorChange } from "./factor-notices.ts";

import { isMfaEnabled, isMfaForced } from "./factor-owner.ts";
import { renderManagePage } from "./pages/manage-page.ts";
import { relyingParty } from "./passkeys/relying-party.ts";
import { type FactorPerson, personAt } from "./person.ts";
import { hasFactor, offeredFactors } from "./registry.ts";
import { factorText } from "./texts.ts";

/** Where somebody manages their second factors. */
const managePath = "/core/auth/profile/mfa/";

async function show(
  { context, owner, session }: FactorPerson,
  failure?: { readonly message: Message; readonly chosen: string },
): Promise<RouteAnswer> {
  const { services, language } = context;
  const body = renderManagePage({
    language,
    look: await readAppearance(services.settings),
    csrfToken: session.csrfToken,
    owner,
    factors: await offeredFactors(services),
    isEnabled: await isMfaEnabled(services, owner),
    isForced: await isMfaForced(services, owner),
    hasFactor: await hasFactor(services, owner),
    passkeyOrigin: (await relyingParty(services))?.origin ?? null,
    resendSeconds: await services.settings.get<number>("VERIFY_CODE_TTL"),
    chosen: failure?.chosen ?? "",
    error: failure?.message ?? null,
  });
  return {
    status: failure === undefined ? 200 : 400,
    body,
    // The key under which the page encrypts a password before it is sent.
    cookies: [
      { name: cookieNames.publicKey, value: await services.fieldCipher.publicKeyCookie(), httpOnly: false },
    ],
  };
}

/** A second factor, or the password of anyone who has none yet: an open browser turns nothing off. */
async function refuseTurningOff(
  { context, owner }: FactorPerson,
  request: RouteRequest,
): Promise<Message | null> {
  const fields = fieldsOf(request);
  return (await hasFactor(context.services, owner))
    ? proveSecondFactor(context, asText(fields.mfa_type), asText(fields.code), request.cookies)
    : proveOwnPassword(context, asText(fields.password));
}

/** Turns second factors on or off, where the person may choose. */
async function turn({ context, owner }: FactorPerson, level: 0 | 1): Promise<void> {
  const { services } = context;
  if (owner.mfa_level === level || (await isMfaForced(services, owner))) return;
  await services.db.transaction().execute(async (db) => {
    await setMfaLevel(db, owner.id, level);
    const { en, zh, ja } = factorText.factors;
    const says = (value: number): string => (value === 0 ? factorText.turnOff.en : factorText.turnOn.en);
    const changes = [
      { field: "mfa_level", label: { en, zh, ja }, before: says(owner.mfa_level), after: says(level) },
    ];
    const { id, name } = owner;
    await recordOperation(
      { ...context, db },
      { action: "update", type: factorText.userField, id, name, changes },
    );
    await tellFactorChange({ ...context, db }, id, level === 0 ? "off" : "on");
  });
}

/** A person's second factors. Contract: docs/contract/identity.md, "Second factors". */
export const manageRoute: RouteDeclaration = {
  methods: ["GET", "POST"],
  path: managePath,
  access: anonymous("sends whoever is not signed in to the sign-in page"),
  // The form carries the session's token itself.
  csrf: false,
  transaction: false,
  bodyLimit: 32_768,
  handle: async (context, request) => {
    const person = await personAt(context);
    if (person === null || person.pending !== null) {
      return { location: `${loginPath}?next=${encodeURIComponent(managePath)}` };
    }
    if (request.method !== "POST") return show(person);
    const fields = fieldsOf(request);
    const isOurs = sameText(asText(fields.csrfmiddlewaretoken), person.session.csrfToken);
    if (!isOurs) return { location: managePath };
    if (asText(fields.mfa_level) === "1") await turn(person, 1);
    else if (!(await isMfaForced(context.services, person.owner))) {
      const message = await refuseTurningOff(person, request);
      if (message !== null) return show(person, { message, chosen: asText(fields.mfa_type) });
      await turn(person, 0);
    }
    return { location: managePath };
  },
};
