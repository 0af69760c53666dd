import type { RequestContext } from "../../engine/access/context.ts";
import { anonymous } from "../../engine/access/rules.ts";
import { TooManyRequests } from "../../engine/errors.ts";
import type { RouteAnswer, RouteDeclaration, RouteRequest } from "../../engine/http/routes.ts";
import { type Message, withParameters } from "../../engine/i18n/messages.ts";
import { readAppearance } from "../settings/index.ts";
import { checkPassword } from "./check-password.ts";
import { asText, fieldsOf, openForm, originOf } from "./page-forms.ts";
import { renderLoginPage } from "./pages/login-page.ts";
import { csrfFailurePath, loginPath } from "./paths.ts";
import { safePath } from "./safe-path.ts";
import { signedInCookies } from "./session-cookies.ts";
import { takeSignIn } from "./sign-in-limits.ts";
import { text } from "./texts.ts";

interface Form {
  readonly username: string;
  readonly next: string;
  readonly error: Message | null;
}

async function showForm(context: RequestContext, request: RouteRequest, form: Form): Promise<RouteAnswer> {
  const { settings } = context.services;
  const { csrfToken, cookies } = await openForm(context, request);
  const isForced = await settings.get<boolean>("SESSION_EXPIRE_AT_BROWSER_CLOSE_FORCE");
  const age = await settings.get<number>("SESSION_COOKIE_AGE");
  const body = renderLoginPage({
    ...form,
    csrfToken,
    language: context.language,
    look: await readAppearance(settings),
    autoLoginDays: isForced ? null : Math.floor(age / 86_400),
    forgotPasswordUrl: await settings.get<string>("FORGOT_PASSWORD_URL"),
  });
  return {
    status: form.error === null ? 200 : 400,
    body,
    cookies,
  };
}

async function signIn(context: RequestContext, request: RouteRequest): Promise<RouteAnswer> {
  const body = fieldsOf(request);
  const next = safePath(asText(body.next)) ?? safePath(context.query.get("next")) ?? "";
  const username = asText(body.username).trim().slice(0, 100);
  const refuse = (error: Message): Promise<RouteAnswer> =>
    showForm(context, request, { username, next, error });

  const origin = originOf(context, request);
  if (origin === "no-cookie") return refuse(text.cookieMissing);
  if (origin === "foreign") return { location: csrfFailurePath(next) };
  const password = asText(body.password);
  if (username === "" || password === "" || password.length > 4096) return refuse(text.credentialsMissing);
  try {
    takeSignIn(context, username);
  } catch (error) {
    if (!(error instanceof TooManyRequests)) throw error;
    const headers = { "retry-after": String(error.retryAfter) };
    return { ...(await refuse(error.detail)), status: error.status, headers };
  }
  const outcome = await checkPassword(context.services, {
    username,
    password,
    remoteAddress: context.remoteAddress,
    userAgent: asText(request.headers["user-agent"]),
    type: "W",
  });
  if (outcome.user === null) return refuse(outcome.message);

  const { sessions, settings } = context.services;
  if (await settings.get<boolean>("USER_LOGIN_SINGLE_MACHINE_ENABLED"))
    await sessions.destroyOf(outcome.user.id);
  // A session that was there before the sign-in is never the one after it.
  if (context.session !== null) await sessions.destroy(context.session);
  const autoLogin = body.auto_login !== undefined && body.auto_login !== "";
  const session = await sessions.create(outcome.user.id, { auto_login: autoLogin, signed_in: Date.now() });
  return {
    location: next === "" ? "/" : next,
    cookies: await signedInCookies(context.services, session, autoLogin),
  };
}

/** The sign-in page. Contract: docs/contract/identity.md, "Sign-in page". */
export const loginRoute: RouteDeclaration = {
  methods: ["GET", "POST"],
  path: loginPath,
  access: anonymous("this is where people sign in; failures are counted and lock"),
  // The form carries a token of its own, because there is no session yet.
  csrf: false,
  // A failed attempt is counted and logged although the answer is an error.
  transaction: false,
  bodyLimit: 16_384,
  handle: async (context, request) => {
    if (request.method === "POST") return signIn(context, request);
    const next = safePath(context.query.get("next")) ?? "";
    if (context.principal !== null) return { location: next === "" ? "/" : next };
    const origin = asText(request.headers.origin) || `http://${asText(request.headers.host)}`;
    const error = context.query.has("csrf_failure") ? withParameters(text.untrustedOrigin, { origin }) : null;
    return showForm(context, request, { username: "", next, error });
  },
};
