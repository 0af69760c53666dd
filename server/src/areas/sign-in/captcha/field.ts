import { type Html, html } from "../../../engine/http/index.ts";
import { type Language, translate } from "../../../engine/i18n/index.ts";
import type { Captcha } from "./captcha.ts";
import { text } from "./texts.ts";

/** The puzzle in a form: fields `captcha_0` (key) and `captcha_1` (answer). Reloading the page gives another one. */
export function captchaField({ key, imageUrl }: Captcha, language: Language): Html {
  const say = (message: (typeof text)[keyof typeof text]): string => translate(message, language);
  return html`<label for="captcha">${say(text.label)}</label>
<div class="captcha" data-refresh="/core/auth/captcha/refresh/">
<input type="hidden" name="captcha_0" value="${key}">
<input id="captcha" name="captcha_1" inputmode="numeric" maxlength="3" autocomplete="off" required>
<img src="${imageUrl}" alt="${say(text.image)}" width="200" height="48">
<button type="button" class="plain" hidden>${say(text.refresh)}</button>
</div>`;
}
