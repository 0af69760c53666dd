import type { RequestContext } from "../../../engine/access/index.ts";
import { isExposedWithoutTls } from "../../../engine/config/index.ts";
import type { RouteAnswer, RouteRequest } from "../../../engine/http/index.ts";
import type { Message } from "../../../engine/i18n/index.ts";
import { openForm } from "../../pages/index.ts";
import { readAppearance } from "../../settings/index.ts";
import { newCaptcha } from "../captcha/index.ts";
import { loginFactorFields, loginPasskey } from "../second-factor/login-parts.ts";
import { extraOf } from "./extra.ts";
import { renderLoginPage } from "./login-page.ts";
import { providerButtons } from "./provider-choice.ts";

/** Where people go who forgot their password, unless a setting names another address. */
const forgotPasswordPath = "/core/auth/password/forget/previewing/";

/** What the form is shown with again. */
export interface LoginForm {
  readonly username: string;
  /** Where to go afterwards; empty for the start page. */
  readonly next: string;
  readonly error: Message | null;
}

/** The sign-in page as an answer; status 400 with an error. */
export async function showLoginForm(
  context: RequestContext,
  request: RouteRequest,
  form: LoginForm,
): Promise<RouteAnswer> {
  const { services, language } = context;
  const { settings } = services;
  const { csrfToken, cookies } = await openForm(context, request);
  const isForced = await settings.get<boolean>("SESSION_EXPIRE_AT_BROWSER_CLOSE_FORCE");
  const age = await settings.get<number>("SESSION_COOKIE_AGE");
  const extra = await extraOf(context, form.username);
  const body = renderLoginPage({
    ...form,
    csrfToken,
    language,
    look: await readAppearance(settings),
    autoLoginDays: isForced ? null : Math.floor(age / 86_400),
    forgotPasswordUrl: (await settings.get<string>("FORGOT_PASSWORD_URL")) || forgotPasswordPath,
    hasChallenge: extra === "challenge",
    captcha: extra === "captcha" ? newCaptcha(services) : null,
    isExposed: isExposedWithoutTls(services.config),
    factorFields: extra === "mfa" ? await loginFactorFields(context) : null,
    passkey: await loginPasskey(context, form.next),
    providers: await providerButtons(context, form.next),
  });
  return { status: form.error === null ? 200 : 400, body, cookies };
}
