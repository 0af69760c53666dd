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

/** How a code is sent. */
export type CodeMethod = "email" | "sms";

/** What the step of the code shows. */
interface CodeStep extends Step {
  readonly token: string;
  readonly username: string;
  readonly method: CodeMethod;
  /** Whether the other method is there too. */
  readonly hasOther: boolean;
  /** The address or number a code was sent to; null before that. */
  readonly target: string | null;
}

const addressOf = (token: string): string => `${forgotPath}?token=${token}`;

/** The way to the other method. */
function otherMethod({ language, token, method, hasOther }: CodeStep): Html | null {
  if (!hasOther) return null;
  const [by, label] = method === "email" ? ["sms", text.bySms] : (["email", text.byMail] as const);
  return html`<a class="forgot" href="${addressOf(token)}&by=${by}">${translate(label as Message, language)}</a>`;
}

function targetField({ language, username, method }: CodeStep): Html {
  const say = (message: Message): string => translate(message, language);
  return method === "email"
    ? html`<p>${say(withParameters(text.mailHint, { username }))}</p>
<label for="email">${say(text.email)}</label>
<input id="email" name="email" type="email" maxlength="128" autocomplete="email" required autofocus>`
    : html`<p>${say(withParameters(text.smsHint, { username }))}</p>
<label for="sms">${say(text.phone)}</label>
<input id="sms" name="sms" type="tel" maxlength="32" autocomplete="tel" required autofocus>`;
}

/** Asks for the address or the number, and once a code is on its way, for the code. */
export function renderCode(step: CodeStep): string {
  const { language, csrfToken, method, target } = step;
  const say = (message: Message): string => translate(message, language);
  const action = addressOf(step.token);
  const hidden = html`<input type="hidden" name="csrfmiddlewaretoken" value="${csrfToken}">
<input type="hidden" name="form_type" value="${method}">`;
  if (target === null) {
    return page(
      step,
      text.title,
      true,
      html`<h1>${say(text.title)}</h1>
${problem(step)}
<form method="post" action="${action}" id="sign-in" data-busy="${say(text.checking)}">
${hidden}
${targetField(step)}
<button type="submit">${say(text.sendCode)}</button>
</form>
${otherMethod(step)}
${back(step)}`,
    );
  }
  const sent =
    method === "email"
      ? withParameters(text.sent, { email: target })
      : withParameters(text.sentSms, { phone: target });
  const again = html`${hidden}
<input type="hidden" name="${method}" value="${target}">`;
  return page(
    step,
    text.title,
    true,
    html`<h1>${say(text.title)}</h1>
${problem(step)}
<p>${say(sent)}</p>
<form method="post" action="${action}" id="sign-in" data-busy="${say(text.checking)}">
${again}
<label for="code">${say(text.code)}</label>
<input id="code" name="code" inputmode="numeric" pattern="\\s*[0-9]{6}\\s*" maxlength="8" autocomplete="one-time-code" required autofocus>
<button type="submit">${say(text.next)}</button>
</form>
<form method="post" action="${action}">
${again}
<button type="submit" class="plain">${say(text.sendAgain)}</button>
</form>
${otherMethod(step)}
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
