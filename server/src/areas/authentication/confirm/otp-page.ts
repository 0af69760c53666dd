import { html } from "../../../engine/http/html.ts";
import { type Message, translate } from "../../../engine/i18n/messages.ts";
import { type PageFrame, renderPage } from "../pages/layout.ts";
import { text } from "../texts.ts";

/** What the pages of the authenticator show. */
export interface OtpPage extends Pick<PageFrame, "language" | "look"> {
  readonly csrfToken: string;
  readonly error: Message | null;
  /** Being set up: the key to type, and the address an app on this device opens. Null: to be taken off. */
  readonly setUp: { readonly key: string; readonly address: string } | null;
}

/** The form that binds an authenticator, or takes it off. */
export function renderOtpPage({ language, look, csrfToken, error, setUp }: OtpPage): string {
  const say = (message: Message): string => translate(message, language);
  const title = say(setUp === null ? text.otpOff : text.otpOn);
  return renderPage(
    { language, look, title, script: true },
    html`<h1>${title}</h1>
${error === null ? null : html`<p class="error" role="alert" id="error">${say(error)}</p>`}
<p>${say(setUp === null ? text.otpOffHint : text.otpOnHint)}</p>
${
  setUp === null
    ? null
    : html`<p><code>${setUp.key.replace(/(.{4})(?=.)/g, "$1 ")}</code></p>
<p><a href="${setUp.address}">${say(text.otpOpenApp)}</a></p>`
}
<form method="post" id="sign-in" data-busy="${say(text.checking)}">
<input type="hidden" name="csrfmiddlewaretoken" value="${csrfToken}">
${
  setUp === null
    ? null
    : html`<label for="password">${say(text.password)}</label>
<input id="password" name="password" type="password" maxlength="1024" autocomplete="current-password" required autofocus>`
}
<label for="otp_code">${say(text.otpPlaceholder)}</label>
<input id="otp_code" name="otp_code" inputmode="numeric" pattern="[0-9]{6}" maxlength="6" autocomplete="one-time-code" required>
<button type="submit">${title}</button>
</form>`,
  );
}
