import { generateSecret, generateURI } from "otplib";
import { anonymous } from "../../engine/access/index.ts";
import {
  cookieNames,
  type RouteAnswer,
  type RouteDeclaration,
  type RouteRequest,
  saveFlashMessage,
} from "../../engine/http/index.ts";
import type { Message } from "../../engine/i18n/index.ts";
import { sameText } from "../../engine/secrets/index.ts";
import { signedOutCookies } from "../credentials/index.ts";
import { asText, fieldsOf, guardPath, loginPath, mfaPath } from "../pages/index.ts";
import { readAppearance } from "../settings/index.ts";
import { lockAuthenticator, storeOtpSecret } from "../users/index.ts";
import { proveOwnPassword, proveSignIn } from "./confirm/prove.ts";

import { confirmLevelOf, isMfaEnabled, isMfaForced } from "./factor-owner.ts";
import { sealOtpSecret, stepOfCode, useStep } from "./one-time-codes.ts";
import { otpPages } from "./otp-factor.ts";
import {
  renderOtpBinding,
  renderOtpInstall,
  renderOtpRemoval,
  renderOtpStart,
  renderRecoveryCodes,
} from "./pages/otp-pages.ts";
import type { FactorPage } from "./pages/page.ts";
import { passFactor } from "./pass-factor.ts";
import { type FactorPerson, personAt, recordFactorChange } from "./person.ts";
import { proveFactor } from "./prove-factor.ts";
import { dropRecoveryCodes, makeRecoveryCodes } from "./recovery-codes.ts";
import { hasFactor } from "./registry.ts";
import { factorText } from "./texts.ts";

const installPath = "/core/auth/profile/otp/enable/install-app/";
const bindPath = "/core/auth/profile/otp/enable/bind/";

type Fields = Readonly<Record<string, unknown>>;

async function frame(person: FactorPerson, error: Message | null = null): Promise<FactorPage> {
  const { context, session } = person;
  const look = await readAppearance(context.services.settings);
  return { language: context.language, look, csrfToken: session.csrfToken, error };
}

const pendingFor = (userId: string): string => `sessions.otp_pending:${userId}`;

/** The secret this session is setting up; a new one on the first visit. It is nobody's until a code proves it. */
async function pendingSecret({ context, owner, session }: FactorPerson): Promise<string> {
  const { secrets, sessions } = context.services;
  const sealed = session.data.otp_pending;
  if (typeof sealed === "string") return secrets.open(sealed, pendingFor(owner.id));
  const secret = generateSecret();
  await sessions.save(session, { ...session.data, otp_pending: secrets.seal(secret, pendingFor(owner.id)) });
  return secret;
}

async function showBinding(person: FactorPerson, error: Message | null): Promise<RouteAnswer> {
  const { services } = person.context;
  const key = await pendingSecret(person);
  const issuer = await services.settings.get<string>("OTP_ISSUER_NAME");
  const address = generateURI({ issuer, label: person.owner.username, secret: key });
  const page = { ...(await frame(person, error)), key, address, asksPassword: asksPassword(person) };
  return {
    status: error === null ? 200 : 400,
    body: renderOtpBinding(page),
    // The key under which the page encrypts the password before it is sent.
    cookies: [
      { name: cookieNames.publicKey, value: await services.fieldCipher.publicKeyCookie(), httpOnly: false },
    ],
  };
}

/** Who is signing in has just proven who they are; who has no password here has to have done so. */
const asksPassword = ({ owner, pending }: FactorPerson): boolean =>
  pending === null && confirmLevelOf(owner) === "password";

/**
 * A code of the new secret makes it the person's. Anyone who is signed in gives the password as well, or has signed in
 * a moment ago: an open browser is not enough to bind somebody else's authenticator.
 */
async function bind(person: FactorPerson, fields: Fields): Promise<RouteAnswer> {
  const { context, owner, pending } = person;
  const { services } = context;
  const prove = () =>
    asksPassword(person) ? proveOwnPassword(context, asText(fields.password)) : proveSignIn(context);
  const refusal = pending === null ? await prove() : null;
  if (refusal !== null) return showBinding(person, refusal);
  const secret = await pendingSecret(person);
  const window = await services.settings.get<number>("OTP_VALID_WINDOW");
  const step = stepOfCode(secret, asText(fields.otp_code).trim(), window);
  if (step === null) return showBinding(person, factorText.otpWrong);
  const codes = await services.db.transaction().execute(async (db) => {
    // Another browser was quicker; nothing of it is overwritten.
    if (await lockAuthenticator(db, owner.id)) return null;
    await storeOtpSecret(db, owner.id, sealOtpSecret(services, owner.id, secret));
    await db.deleteFrom("otp_uses").where("user_id", "=", owner.id).execute();
    await useStep(db, owner.id, step);
    await recordFactorChange({ ...context, db }, "otp-bound");
    return owner.recovery_codes > 0 ? [] : makeRecoveryCodes(services, db, owner.id);
  });
  if (codes === null) return { location: otpPages.takeOff };
  // Contract: whoever changes their factors signs in again, everywhere; who is signing in has just done so.
  await services.sessions.destroyOf(owner.id);
  if (pending !== null) await passFactor(context, person.session, "otp");
  const next = pending === null ? loginPath : guardPath;
  const cookies = pending === null ? signedOutCookies : [];
  if (codes.length === 0) return { location: next, cookies };
  return { body: renderRecoveryCodes(await frame(person), codes, next), cookies };
}

async function showRemoval(person: FactorPerson, error: Message | null): Promise<RouteAnswer> {
  return { status: error === null ? 200 : 400, body: renderOtpRemoval(await frame(person, error)) };
}

async function takeOff(person: FactorPerson, fields: Fields): Promise<RouteAnswer> {
  const { context, owner } = person;
  const { services, remoteAddress } = context;
  const code = asText(fields.otp_code);
  const outcome = await proveFactor(services, { owner, remoteAddress, name: "otp", code });
  if (outcome.factor === null) return showRemoval(person, outcome.message);
  await services.db.transaction().execute(async (db) => {
    await storeOtpSecret(db, owner.id, null);
    // A reserve of nothing would let its holder bind a new authenticator.
    if (owner.passkeys === 0) await dropRecoveryCodes(db, owner.id);
    await recordFactorChange({ ...context, db }, "otp-removed");
  });
  await services.sessions.destroyOf(owner.id);
  const location = await saveFlashMessage(services.db, {
    title: factorText.removedTitle,
    message: factorText.signInAgain,
    redirectUrl: loginPath,
  });
  return { location, cookies: signedOutCookies };
}

type Page = (person: FactorPerson, fields: Fields | null) => Promise<RouteAnswer>;

/**
 * A page for anyone who is signed in; with `pending` also for anyone who is signing in and has nothing bound yet.
 */
function page(path: string, who: "signed-in" | "pending", answer: Page): RouteDeclaration {
  return {
    methods: ["GET", "POST"],
    path,
    access: anonymous("sends whoever is neither signed in nor signing in to the sign-in page"),
    // The form carries the session's token itself.
    csrf: false,
    // A wrong password or code is counted although the answer is an error.
    transaction: false,
    bodyLimit: 16_384,
    handle: async (context, request: RouteRequest) => {
      const person = await personAt(context);
      if (person === null || (person.pending !== null && who === "signed-in")) {
        return { location: `${loginPath}?next=${encodeURIComponent(path)}` };
      }
      // Anyone who has a factor proves it: a password alone binds nothing beside it.
      if (person.pending !== null && !(await mayEnrol(person))) return { location: mfaPath };
      if (request.method !== "POST") return answer(person, null);
      const fields = fieldsOf(request);
      // A form of another page, or one that is older than the session.
      if (!sameText(asText(fields.csrfmiddlewaretoken), person.session.csrfToken)) return { location: path };
      return answer(person, fields);
    },
  };
}

/** Whether a person who is signing in may set up a first factor: one is required, and there is none. */
async function mayEnrol({ context: { services }, owner }: FactorPerson): Promise<boolean> {
  return (await isMfaEnabled(services, owner)) && !(await hasFactor(services, owner));
}

/** Where somebody goes who has an authenticator already: to take it off, or on with the sign-in. */
async function boundAlready({ context, pending }: FactorPerson): Promise<RouteAnswer> {
  if (pending !== null) return { location: guardPath };
  const location = await saveFlashMessage(context.services.db, {
    title: factorText.otpOff,
    message: factorText.alreadyBound,
    redirectUrl: otpPages.takeOff,
  });
  return { location };
}

const unbound =
  (answer: Page): Page =>
  (person, fields) =>
    person.owner.otp_secret_sealed === null ? answer(person, fields) : boundAlready(person);

/** Setting up an authenticator, and taking it off. Contract: docs/contract/identity.md, "Authenticator". */
export const otpRoutes: readonly RouteDeclaration[] = [
  page(
    otpPages.setUp,
    "pending",
    unbound(async (person) => {
      const isForced = await isMfaForced(person.context.services, person.owner);
      return { body: renderOtpStart(await frame(person), isForced, installPath) };
    }),
  ),
  page(
    installPath,
    "pending",
    unbound(async (person) => ({ body: renderOtpInstall(await frame(person), bindPath) })),
  ),
  page(
    bindPath,
    "pending",
    unbound((person, fields) => (fields === null ? showBinding(person, null) : bind(person, fields))),
  ),
  page(otpPages.takeOff, "signed-in", async (person, fields) => {
    if (person.owner.otp_secret_sealed === null) return { location: otpPages.setUp };
    return fields === null ? showRemoval(person, null) : takeOff(person, fields);
  }),
];
