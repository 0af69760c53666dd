import { html } from "../../../../engine/http/html.ts";
import { withParameters } from "../../../../engine/i18n/messages.ts";
import { text } from "../../texts.ts";
import type { FactorOwner, SecondFactor } from "../factor.ts";
import { factorText } from "../texts.ts";
import { type FactorPage, renderFactorPage, speak, token } from "./page.ts";

/** What the page of the second step shows. */
export interface MfaPage extends FactorPage {
  readonly owner: FactorOwner;
  readonly factors: readonly SecondFactor[];
  /** The factor that was tried last. */
  readonly chosen: string;
  /** Seconds between two codes that are sent. */
  readonly resendSeconds: number;
  /** Where somebody else signs in. */
  readonly otherAccount: string;
}

/**
 * The second step of a sign-in. Typed codes need no script; sending codes, passkeys and the remembered choice
 * (`mfaPrefer` in local storage) do.
 */
export function renderMfaPage(page: MfaPage): string {
  const { owner, factors, chosen } = page;
  const say = speak(page);
  // Reserves are for those who have some; a factor that is not set up says so.
  const typed = factors.filter(
    ({ kind, isReserve, isActive }) => kind === "code" && (!isReserve || isActive(owner)),
  );
  const first = typed.find(({ name, isActive }) => isActive(owner) && (chosen === "" || name === chosen));
  const hasPasskey = factors.some(({ kind, isActive }) => kind === "passkey" && isActive(owner));
  const options = typed.map((factor) => {
    const isActive = factor.isActive(owner);
    const label = isActive
      ? factor.label
      : withParameters(factorText.notSetUp, { factor: say(factor.label) });
    return html`<option value="${factor.name}" data-hint="${say(factor.placeholder)}" ${factor.send === undefined ? null : html`data-sends`} ${isActive ? null : html`disabled`} ${factor === first ? html`selected` : null}>${say(label)}</option>`;
  });
  return renderFactorPage(
    page,
    say(factorText.mfaTitle),
    html`<p>${say(withParameters(factorText.mfaHint, { username: owner.username }))}</p>
${hasPasskey ? passkeyButton(say(factorText.usePasskey), say(factorText.passkeyCancelled)) : null}
<form method="post" id="mfa" data-busy="${say(text.checking)}" ${first === undefined ? html`hidden` : null}>
${token(page)}
<label for="mfa_type">${say(factorText.method)}</label>
<select id="mfa_type" name="mfa_type">${options}</select>
<label for="code">${say(factorText.code)}</label>
<input id="code" name="code" maxlength="128" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" placeholder="${first === undefined ? "" : say(first.placeholder)}" aria-describedby="${page.error == null ? "" : "error"}" required autofocus>
<button type="button" class="quiet" id="send-code" data-again="${say(factorText.sendAgain)}" data-sent="${say(factorText.codeSent)}" data-seconds="${page.resendSeconds}" hidden>${say(factorText.sendCode)}</button>
<p id="send-state" role="status"></p>
<button type="submit">${say(factorText.continue)}</button>
</form>
<a class="forgot" href="${page.otherAccount}">${say(factorText.otherAccount)}</a>`,
  );
}

/** A button that has the browser ask for a passkey; shown where browser and site can. */
function passkeyButton(label: string, cancelled: string) {
  return html`<p class="actions"><button type="button" class="wide" data-passkey="prove" data-cancelled="${cancelled}" hidden>${label}</button></p>
<p class="error" role="alert" id="passkey-problem" hidden></p>`;
}
