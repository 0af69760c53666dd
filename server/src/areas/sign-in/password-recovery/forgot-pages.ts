import { type Html, html } from "../../../engine/http/index.ts";
import { type Message, translate, withParameters } from "../../../engine/i18n/index.ts";
import { forgotPath, loginPath, type PageFrame, previewingPath, renderPage } from "../../pages/index.ts";
import { type Captcha, captchaField } from "../captcha/index.ts";
import { text } from "./forgot-texts.ts";

type Frame = Pick<PageFrame, "language" | "look">;

/** What both steps show. */
interface Step extends Frame {
  readonly csrfToken: string;
  readonly error: Message | null;
}

const page = (frame: Frame, title: Message, script: boolean, content: Html): string =>
  renderPage({ ...frame, title: translate(title, frame.language), script }, content);

const problem = ({ language, error }: Step): Html | null =>
  error === null ? null : html`<p class="error" role="alert" id="error">${translate(error, language)}</p>`;

const back = ({ language }: Frame): Html =>
  html`<a class="forgot" href="${loginPath}">${translate(text.toSignIn, language)}</a>`;

/** Asks who somebody is. */
export function renderWho(step: Step & { readonly username: string; readonly captcha: Captcha }): string {
  const { language, csrfToken, username, captcha } = step;
  const say = (message: Message): string => translate(message, language);
  return page(
    step,
    text.title,
    true,
    html`<h1>${say(text.title)}</h1>
${problem(step)}
<p>${say(text.whoHint)}</p>
<form method="post" action="${previewingPath}" id="sign-in" data-busy="${say(text.checking)}">
<input type="hidden" name="csrfmiddlewaretoken" value="${csrfToken}">
<label for="username">${say(text.username)}</label>
<input id="username" name="username" value="${username}" maxlength="128" autocomplete="username" autocapitalize="none" spellcheck="false" required autofocus>
${captchaField(captcha, language)}
<button type="submit">${say(text.next)}</button>
</form>
${back(step)}`,
  );
}

/** Asks for the address, and once a code is on its way, for the code. */
export function renderCode(
  step: Step & {
    readonly token: string;
    readonly username: string;
    /** The address a code was sent for; null before that. */
    readonly email: string | null;
  },
): string {
  const { language, csrfToken, username, email } = step;
  const say = (message: Message): string => translate(message, language);
  const action = `${forgotPath}?token=${step.token}`;
  const hidden = html`<input type="hidden" name="csrfmiddlewaretoken" value="${csrfToken}">
<input type="hidden" name="form_type" value="email">`;
  if (email === null) {
    return page(
      step,
      text.title,
      true,
      html`<h1>${say(text.title)}</h1>
${problem(step)}
<p>${say(withParameters(text.mailHint, { username }))}</p>
<form method="post" action="${action}" id="sign-in" data-busy="${say(text.checking)}">
${hidden}
<label for="email">${say(text.email)}</label>
<input id="email" name="email" type="email" maxlength="128" autocomplete="email" required autofocus>
<button type="submit">${say(text.sendCode)}</button>
</form>
${back(step)}`,
    );
  }
  return page(
    step,
    text.title,
    true,
    html`<h1>${say(text.title)}</h1>
${problem(step)}
<p>${say(withParameters(text.sent, { email }))}</p>
<form method="post" action="${action}" id="sign-in" data-busy="${say(text.checking)}">
${hidden}
<input type="hidden" name="email" value="${email}">
<label for="code">${say(text.code)}</label>
<input id="code" name="code" inputmode="numeric" pattern="\\s*[0-9]{6}\\s*" maxlength="8" autocomplete="one-time-code" required autofocus>
<button type="submit">${say(text.next)}</button>
</form>
<form method="post" action="${action}">
${hidden}
<input type="hidden" name="email" value="${email}">
<button type="submit" class="plain">${say(text.sendAgain)}</button>
</form>
${back(step)}`,
  );
}

/** Says that somebody has to begin again. */
export function renderGone(frame: Frame): string {
  const say = (message: Message): string => translate(message, frame.language);
  return page(
    frame,
    text.gone,
    false,
    html`<h1>${say(text.gone)}</h1>
<p>${say(text.goneHint)}</p>
<a class="button" href="${previewingPath}">${say(text.again)}</a>`,
  );
}

/** Says that passwords are reset by people here. */
export function renderNoMail(frame: Frame): string {
  const say = (message: Message): string => translate(message, frame.language);
  return page(
    frame,
    text.title,
    false,
    html`<h1>${say(text.title)}</h1>
<p>${say(text.noMail)}</p>
<a class="button" href="${loginPath}">${say(text.toSignIn)}</a>`,
  );
}
