import { html } from "../../../engine/http/index.ts";
import { type Message, translate } from "../../../engine/i18n/index.ts";
import { type PageFrame, renderPage } from "../../pages/index.ts";
import { factorText } from "../texts.ts";

/** What the page shows that asks for the password again. */
export interface VerifyPage extends Pick<PageFrame, "language" | "look"> {
  readonly csrfToken: string;
  /** Where to go afterwards. */
  readonly next: string;
  readonly error: Message | null;
}

/** The form that asks for the password of somebody who is signed in. */
export function renderVerifyPage({ language, look, csrfToken, next, error }: VerifyPage): string {
  const say = (message: Message): string => translate(message, language);
  return renderPage(
    { language, look, title: say(factorText.verifyPassword), script: true },
    html`<h1>${say(factorText.verifyPassword)}</h1>
${error === null ? null : html`<p class="error" role="alert">${say(error)}</p>`}
<p>${say(factorText.verifyPasswordHint)}</p>
<form method="post" id="sign-in" data-busy="${say(factorText.checking)}">
<input type="hidden" name="csrfmiddlewaretoken" value="${csrfToken}">
<input type="hidden" name="next" value="${next}">
<label for="password">${say(factorText.password)}</label>
<input id="password" name="password" type="password" maxlength="1024" autocomplete="current-password" required autofocus>
<button type="submit">${say(factorText.proceed)}</button>
</form>`,
  );
}
