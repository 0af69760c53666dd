import { html } from "../../../engine/http/index.ts";

import { qrCode } from "../qr-code.ts";
import { factorText } from "../texts.ts";
import { type FactorPage, renderFactorPage, speak, token } from "./page.ts";

/** The first step: why, and what is needed. */
export function renderOtpStart(page: FactorPage, isForced: boolean, next: string): string {
  const say = speak(page);
  return renderFactorPage(
    page,
    say(factorText.startTitle),
    html`<p>${say(isForced ? factorText.startForced : factorText.startHint)}</p>
${isForced ? html`<p>${say(factorText.startHint)}</p>` : null}
<a class="button" href="${next}">${say(factorText.continue)}</a>`,
  );
}

/** The second step: an app for the phone. */
export function renderOtpInstall(page: FactorPage, next: string): string {
  const say = speak(page);
  return renderFactorPage(
    page,
    say(factorText.appTitle),
    html`<p>${say(factorText.appHint)}</p>
<a class="button" href="${next}">${say(factorText.haveApp)}</a>`,
  );
}

/** What the third step shows. */
export interface OtpBinding extends FactorPage {
  /** The key to type. */
  readonly key: string;
  /** The same as an address that an app opens. */
  readonly address: string;
  /** Whether the password is asked for as well: not in a sign-in, which has just seen it. */
  readonly asksPassword: boolean;
}

const codeInput = (label: string, autofocus: boolean) =>
  html`<label for="otp_code">${label}</label>
<input id="otp_code" name="otp_code" inputmode="numeric" pattern="[0-9]{6}" maxlength="6" autocomplete="one-time-code" required ${autofocus ? html`autofocus` : null}>`;

/** The third step: the key goes into the app, and a code of it comes back. */
export function renderOtpBinding(page: OtpBinding): string {
  const { key, address, asksPassword } = page;
  const say = speak(page);
  return renderFactorPage(
    page,
    say(factorText.otpOn),
    html`<p>${say(factorText.scan)}</p>
${qrCode(address, say(factorText.qrCode))}
<p class="key"><code>${key.replace(/(.{4})(?=.)/g, "$1 ")}</code></p>
<p><a href="${address}">${say(factorText.otpOpenApp)}</a></p>
<form method="post" id="sign-in" data-busy="${say(factorText.checking)}">
${token(page)}
${
  asksPassword
    ? html`<label for="password">${say(factorText.password)}</label>
<input id="password" name="password" type="password" maxlength="1024" autocomplete="current-password" required autofocus>`
    : null
}
${codeInput(say(factorText.otpPlaceholder), !asksPassword)}
<button type="submit">${say(factorText.otpOn)}</button>
</form>
${asksPassword ? html`<script src="/static/sign-in/sign-in.js" defer></script>` : null}`,
  );
}

/** It is set up: the recovery codes, which are shown this once. */
export function renderRecoveryCodes(page: FactorPage, codes: readonly string[], next: string): string {
  const say = speak(page);
  return renderFactorPage(
    page,
    say(factorText.boundTitle),
    html`<p>${say(factorText.keepCodes)}</p>
<ol class="codes" id="recovery-codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ol>
<p class="actions" id="recovery-actions" hidden>
<button type="button" class="quiet" data-copy data-done="${say(factorText.copied)}">${say(factorText.copy)}</button>
<button type="button" class="quiet" data-download="sallyport-recovery-codes.txt">${say(factorText.download)}</button>
</p>
<a class="button" href="${next}">${say(factorText.keptCodes)}</a>`,
  );
}

/** Takes the authenticator off. */
export function renderOtpRemoval(page: FactorPage): string {
  const say = speak(page);
  return renderFactorPage(
    page,
    say(factorText.otpOff),
    html`<p>${say(factorText.otpOffHint)}</p>
<form method="post" data-busy="${say(factorText.checking)}">
${token(page)}
${codeInput(say(factorText.otpPlaceholder), true)}
<button type="submit">${say(factorText.otpOff)}</button>
</form>`,
  );
}
