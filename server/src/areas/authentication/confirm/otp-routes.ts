import { generateSecret, generateURI } from "otplib";
import type { CallerContext } from "../../../engine/access/context.ts";
import { anonymous } from "../../../engine/access/rules.ts";
import { recordOperation } from "../../../engine/audit/operate-log.ts";
import { cookieNames } from "../../../engine/http/cookies.ts";
import {
  caller,
  type RouteAnswer,
  type RouteDeclaration,
  type RouteRequest,
} from "../../../engine/http/routes.ts";
import type { Session } from "../../../engine/http/sessions.ts";
import type { Message } from "../../../engine/i18n/messages.ts";
import { isObject } from "../../../engine/json.ts";
import { readAppearance } from "../../settings/index.ts";
import { sameToken } from "../page-forms.ts";
import { loginPath } from "../paths.ts";
import { signedOutCookies } from "../session-cookies.ts";
import { text } from "../texts.ts";
import { sealOtpSecret, stepOfCode, useStep } from "./one-time-codes.ts";
import { renderOtpPage } from "./otp-page.ts";
import { proveOwnPassword, proveSecondFactor } from "./prove.ts";
import { factorOwner } from "./second-factors.ts";

const bindPath = "/core/auth/profile/otp/enable/bind/";
const disablePath = "/core/auth/profile/otp/disable/";

/** A caller with a browser session: pages are for those. */
type PageCaller = CallerContext & { readonly session: Session };

const asText = (value: unknown): string => (typeof value === "string" ? value : "");

const pendingFor = (userId: string): string => `sessions.otp_pending:${userId}`;

/** The secret this session is setting up; a new one on the first visit. It is nobody's until a code proves it. */
async function pendingSecret({ services, session, principal }: PageCaller): Promise<string> {
  const { secrets, sessions } = services;
  const sealed = session.data.otp_pending;
  if (typeof sealed === "string") return secrets.open(sealed, pendingFor(principal.id));
  const secret = generateSecret();
  await sessions.save(session, {
    ...session.data,
    otp_pending: secrets.seal(secret, pendingFor(principal.id)),
  });
  return secret;
}

async function showBind(context: PageCaller, error: Message | null): Promise<RouteAnswer> {
  const { services, principal, language, session } = context;
  const key = await pendingSecret(context);
  const issuer = await services.settings.get<string>("OTP_ISSUER_NAME");
  const address = generateURI({ issuer, label: principal.username, secret: key });
  const look = await readAppearance(services.settings);
  const body = renderOtpPage({
    language,
    look,
    csrfToken: session.csrfToken,
    error,
    setUp: { key, address },
  });
  return { status: error === null ? 200 : 400, body, cookies: await keyCookie(context) };
}

async function showDisable(context: PageCaller, error: Message | null): Promise<RouteAnswer> {
  const { services, language, session } = context;
  const look = await readAppearance(services.settings);
  const body = renderOtpPage({ language, look, csrfToken: session.csrfToken, error, setUp: null });
  return { status: error === null ? 200 : 400, body, cookies: await keyCookie(context) };
}

/** The key under which the page encrypts the password before it is sent. */
async function keyCookie({ services }: PageCaller): Promise<NonNullable<RouteAnswer["cookies"]>> {
  return [
    { name: cookieNames.publicKey, value: await services.fieldCipher.publicKeyCookie(), httpOnly: false },
  ];
}

/** The password and a code of the new secret together make it the caller's. */
async function bind(context: PageCaller, body: Readonly<Record<string, unknown>>): Promise<RouteAnswer> {
  const { services, principal } = context;
  const refusal = await proveOwnPassword(context, asText(body.password));
  if (refusal !== null) return showBind(context, refusal);
  const secret = await pendingSecret(context);
  const window = await services.settings.get<number>("OTP_VALID_WINDOW");
  const step = stepOfCode(secret, asText(body.otp_code).trim(), window);
  if (step === null) return showBind(context, text.otpWrong);
  await services.db.transaction().execute(async (db) => {
    const user = await db
      .selectFrom("users")
      .select("mfa_level")
      .where("id", "=", principal.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    await db
      .updateTable("users")
      .set({
        otp_secret_sealed: sealOtpSecret(services, principal.id, secret),
        mfa_level: Math.max(1, user.mfa_level),
      })
      .where("id", "=", principal.id)
      .execute();
    await db.deleteFrom("otp_uses").where("user_id", "=", principal.id).execute();
    await useStep(db, principal.id, step);
    await record({ ...context, db });
  });
  return signOut(context);
}

async function disable(context: PageCaller, body: Readonly<Record<string, unknown>>): Promise<RouteAnswer> {
  const { services, principal } = context;
  const refusal = await proveSecondFactor(context, "otp", asText(body.otp_code));
  if (refusal !== null) return showDisable(context, refusal);
  await services.db.transaction().execute(async (db) => {
    await db.updateTable("users").set({ otp_secret_sealed: null }).where("id", "=", principal.id).execute();
    await record({ ...context, db });
  });
  return signOut(context);
}

/** What a person proves themselves by has changed; never with what. */
function record(context: CallerContext): Promise<void> {
  const { id, name } = context.principal;
  const hidden = "******";
  const { en, zh, ja } = text.otp;
  const changes = [{ field: "otp", label: { en, zh, ja }, before: hidden, after: hidden }];
  return recordOperation(context, { action: "update", type: text.userField, id, name, changes });
}

/** Contract: whoever changes their factors signs in again, everywhere. */
async function signOut({ services, principal }: PageCaller): Promise<RouteAnswer> {
  await services.sessions.destroyOf(principal.id);
  return { location: loginPath, cookies: signedOutCookies };
}

type Page = (context: PageCaller, body: Readonly<Record<string, unknown>> | null) => Promise<RouteAnswer>;

function page(path: string, answer: Page): RouteDeclaration {
  return {
    methods: ["GET", "POST"],
    path,
    access: anonymous("sends whoever is not signed in to the sign-in page"),
    // The form carries the session's token itself.
    csrf: false,
    // A wrong password or code is counted although the answer is an error.
    transaction: false,
    bodyLimit: 16_384,
    handle: async (context, { method, body }: RouteRequest) => {
      if (context.principal === null || context.session === null || context.credential !== "session") {
        return { location: `${loginPath}?next=${encodeURIComponent(path)}` };
      }
      const known: PageCaller = { ...caller(context), session: context.session };
      if (method !== "POST") return answer(known, null);
      const given = isObject(body) ? body : {};
      // A form of another page, or one that is older than the session.
      if (!sameToken(asText(given.csrfmiddlewaretoken), known.session.csrfToken)) return { location: path };
      return answer(known, given);
    },
  };
}

/** Setting up an authenticator, and taking it off. Contract: docs/contract/identity.md, "Confirmation". */
export const otpRoutes: readonly RouteDeclaration[] = [
  page("/core/auth/profile/otp/enable/start/", async () => ({ location: bindPath })),
  page(bindPath, async (context, body) => {
    const isBound = (await factorOwner(context)).otp_secret_sealed !== null;
    if (isBound) return { location: disablePath };
    return body === null ? showBind(context, null) : bind(context, body);
  }),
  page(disablePath, async (context, body) => {
    const isBound = (await factorOwner(context)).otp_secret_sealed !== null;
    if (!isBound) return { location: bindPath };
    return body === null ? showDisable(context, null) : disable(context, body);
  }),
];
