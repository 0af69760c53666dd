import { type Html, html } from "../../../engine/http/index.ts";
import { withParameters } from "../../../engine/i18n/index.ts";
import type { FactorOwner, SecondFactor } from "../factor.ts";
import { factorText } from "../texts.ts";
import { type FactorPage, speak } from "./page.ts";

/** What the fields for a typed code need to know. */
export interface FactorFields extends Pick<FactorPage, "language"> {
  /** The factors to choose from; those that are not typed are left out. */
  readonly factors: readonly SecondFactor[];
  /** Whose they are; null where nobody is known yet, and all can be chosen. */
  readonly owner: FactorOwner | null;
  /** The factor that was tried last. */
  readonly chosen: string;
  /** Seconds between two codes that are sent. */
  readonly resendSeconds: number;
  /** Whether there is nothing else to fill in. */
  readonly isAlone: boolean;
  /** A passkey can be chosen as well; the form is sent with its answer. Needs the script. */
  readonly passkey?: PasskeyChoice;
}

/** What choosing a passkey among the factors of a form takes. */
export interface PasskeyChoice {
  /** Where passkeys are used. */
  readonly origin: string;
  /** Path that answers the challenge. */
  readonly challenge: string;
}

/** The factors a person can choose from: a reserve only where there is one. */
export function typedFactors({ factors, owner }: Pick<FactorFields, "factors" | "owner">): SecondFactor[] {
  return factors.filter(
    ({ kind, isReserve, isActive }) => kind === "code" && (!isReserve || owner === null || isActive(owner)),
  );
}

/** The choice of a factor, and its code. */
export function factorFields(fields: FactorFields): Html {
  const { owner, chosen, resendSeconds, isAlone, passkey } = fields;
  const say = speak(fields);
  const typed = typedFactors(fields);
  const isUsable = (factor: SecondFactor): boolean => owner === null || factor.isActive(owner);
  const first = typed.find((factor) => isUsable(factor) && (chosen === "" || factor.name === chosen));
  const options = typed.map((factor) => {
    const label = isUsable(factor)
      ? factor.label
      : withParameters(factorText.notSetUp, { factor: say(factor.label) });
    return html`<option value="${factor.name}" data-hint="${say(factor.placeholder)}" ${factor.send === undefined ? null : html`data-sends`} ${isUsable(factor) ? null : html`disabled`} ${factor === first ? html`selected` : null}>${say(label)}</option>`;
  });
  const passkeyOption =
    passkey === undefined
      ? null
      : html`<option value="passkey" data-challenge="${passkey.challenge}" data-origin="${passkey.origin}" data-cancelled="${say(factorText.passkeyCancelled)}" disabled>${say(factorText.passkey)}</option>`;
  return html`<label for="mfa_type">${say(factorText.method)}</label>
<select id="mfa_type" name="mfa_type">${passkeyOption}${options}</select>
<label for="code">${say(factorText.code)}</label>
<input id="code" name="code" maxlength="128" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" placeholder="${first === undefined ? "" : say(first.placeholder)}" ${isAlone ? html`required autofocus` : null}>
<button type="button" class="quiet" id="send-code" data-again="${say(factorText.sendAgain)}" data-sent="${say(factorText.codeSent)}" data-seconds="${resendSeconds}" hidden>${say(factorText.sendCode)}</button>
<p id="send-state" role="status" hidden></p>
${passkey === undefined ? null : html`<p class="error" role="alert" id="passkey-problem" hidden></p>`}`;
}

/** What a button that asks for a passkey does with the answer. */
export type PasskeyUse =
  /** Proves whoever is signing in. */
  | { readonly way: "prove" }
  /** Signs in by itself: where the answer goes, and where to go afterwards. */
  | { readonly way: "sign-in"; readonly action: string; readonly next: string };

/** A button that has the browser ask for a passkey; shown where browser and site can. */
export function passkeyButton(page: Pick<FactorPage, "language">, origin: string, use: PasskeyUse): Html {
  const say = speak(page);
  const isWhole = use.way === "sign-in";
  return html`<p class="actions"><button type="button" class="${isWhole ? "quiet wide" : "wide"}" data-passkey="${use.way}" data-origin="${origin}" data-cancelled="${say(factorText.passkeyCancelled)}" ${isWhole ? html`data-action="${use.action}" data-next="${use.next}"` : null} hidden>${say(isWhole ? factorText.signInByPasskey : factorText.usePasskey)}</button></p>
<p class="error" role="alert" id="passkey-problem" hidden></p>`;
}
