import { type Html, html } from "../../../engine/http/index.ts";
import { type Message, translate, withParameters } from "../../../engine/i18n/index.ts";
import { loginPath, type PageFrame, pathWithNext, previewingPath, renderPage } from "../../pages/index.ts";
import { type Captcha, captchaField } from "../captcha/index.ts";
import { text } from "../texts.ts";

/** What the sign-in form shows. */
export interface LoginPage extends Omit<PageFrame, "title" | "script" | "refresh"> {
  readonly csrfToken: string;
  /** Where to go afterwards; empty for the start page. */
  readonly next: string;
  readonly username: string;
  readonly error: Message | null;
  /** Days a ticked box keeps somebody signed in; below one, or null, hides it. */
  readonly autoLoginDays: number | null;
  readonly forgotPasswordUrl: string;
  /** Whether a dynamic code is asked for. */
  readonly hasChallenge: boolean;
  /** The puzzle to solve; null: none. */
  readonly captcha: Captcha | null;
  /** Whether what is typed travels in the clear to this installation. */
  readonly isExposed: boolean;
  /** Fields of the second factor, where they stand on this page. */
  readonly factorFields: Html | null;
  /** The sign-in without a password; null: none. */
  readonly passkey: Html | null;
  /** The identity providers to choose from; null: none. */
  readonly providers: Html | null;
}

/** The sign-in form. It works without a script; with one the password is encrypted before it is sent. */
export function renderLoginPage(page: LoginPage): string {
  const { language, error } = page;
  const say = (message: Message): string => translate(message, language);
  const days = page.autoLoginDays;
  // The choice of a language comes back to this address, and must not forget where to go.
  const action = pathWithNext(loginPath, page.next);
  const forgot = /^(https?:\/\/|\/[^/\\])/.test(page.forgotPasswordUrl)
    ? page.forgotPasswordUrl
    : previewingPath;
  return renderPage(
    { language, look: page.look, title: say(text.signIn), script: true },
    html`<h1>${page.look.login_title}</h1>
${page.isExposed ? html`<p class="warning" role="status">${say(text.exposed)}</p>` : null}
${error === null ? null : html`<p class="error" role="alert" id="error">${say(error)}</p>`}
<form method="post" action="${action}" data-busy="${say(text.signingIn)}" id="sign-in">
<input type="hidden" name="csrfmiddlewaretoken" value="${page.csrfToken}">
<input type="hidden" name="next" value="${page.next}">
<label for="username">${say(text.username)}</label>
<input id="username" name="username" value="${page.username}" maxlength="100" autocomplete="username" autocapitalize="none" spellcheck="false" required ${page.username === "" ? html`autofocus` : null}>
<label for="password">${say(text.password)}</label>
<input id="password" name="password" type="password" maxlength="1024" autocomplete="current-password" required ${page.username === "" ? null : html`autofocus`}>
${
  page.hasChallenge
    ? html`<label for="challenge">${say(text.challenge)}</label>
<input id="challenge" name="challenge" maxlength="128" autocomplete="one-time-code">`
    : null
}
${page.factorFields}
${page.captcha === null ? null : captchaField(page.captcha, language)}
${
  days === null || days < 1
    ? null
    : html`<label class="check"><input type="checkbox" name="auto_login" value="on"> ${say(days === 1 ? text.autoLoginOneDay : withParameters(text.autoLogin, { days }))}</label>`
}
<button type="submit">${say(text.signIn)}</button>
<a class="forgot" href="${forgot}">${say(text.forgotPassword)}</a>
</form>
${page.passkey}${page.providers}`,
  );
}
