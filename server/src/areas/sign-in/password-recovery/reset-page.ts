import { html } from "../../../engine/http/index.ts";
import { type Message, translate, withParameters } from "../../../engine/i18n/index.ts";
import { type PageFrame, renderPage } from "../../pages/index.ts";
import { text } from "./texts.ts";

/** What the form for a new password shows. */
export interface ResetPage extends Pick<PageFrame, "language" | "look"> {
  readonly csrfToken: string;
  /** Path with the token, where the form is posted to. */
  readonly action: string;
  readonly username: string;
  /** Why a sign-in waits for the password; null where none does. */
  readonly reason: Message | null;
  /** The policy in words. */
  readonly rules: readonly Message[];
  readonly errors: readonly Message[];
}

/** The form that sets a password. It works without a script; with one it tells how strong the password is. */
export function renderResetPage({ language, look, ...page }: ResetPage): string {
  const say = (message: Message): string => translate(message, language);
  const [weak, fair, strong] = [text.weak, text.fair, text.strong].map(say);
  return renderPage(
    { language, look, title: say(text.resetTitle), script: true },
    html`<h1>${say(text.resetTitle)}</h1>
<p>${say(withParameters(text.resetFor, { username: page.username }))}</p>
${page.reason === null ? null : html`<p role="status">${say(page.reason)}</p>`}
${page.errors.map((error) => html`<p class="error" role="alert">${say(error)}</p>`)}
<form method="post" action="${page.action}" id="sign-in" data-busy="${say(text.saving)}">
<input type="hidden" name="csrfmiddlewaretoken" value="${page.csrfToken}">
<input type="text" class="away" name="username" value="${page.username}" autocomplete="username" tabindex="-1" aria-hidden="true" readonly>
<label for="new_password">${say(text.newPassword)}</label>
<input id="new_password" name="new_password" type="password" minlength="5" maxlength="128" autocomplete="new-password" aria-describedby="rules" required autofocus>
<p class="strength" id="strength" data-weak="${weak ?? ""}" data-fair="${fair ?? ""}" data-strong="${strong ?? ""}" hidden>${say(text.strength)} <meter min="0" max="3"></meter> <output></output></p>
<label for="confirm_password">${say(text.confirmPassword)}</label>
<input id="confirm_password" name="confirm_password" type="password" minlength="5" maxlength="128" autocomplete="new-password" required>
<div class="rules" id="rules"><span>${say(text.rules)}</span>
<ul>${page.rules.map((rule) => html`<li>${say(rule)}</li>`)}</ul></div>
<button type="submit">${say(page.reason === null ? text.save : text.saveAndSignIn)}</button>
</form>`,
  );
}

/** Says that the link leads nowhere any more. */
export function renderResetGonePage(frame: Pick<PageFrame, "language" | "look">, signIn: string): string {
  const say = (message: Message): string => translate(message, frame.language);
  return renderPage(
    { ...frame, title: say(text.linkGone) },
    html`<h1>${say(text.linkGone)}</h1>
<p>${say(text.linkGoneHint)}</p>
<a class="button" href="${signIn}">${say(text.toSignIn)}</a>`,
  );
}
