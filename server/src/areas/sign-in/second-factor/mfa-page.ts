import { html } from "../../../engine/http/index.ts";
import { withParameters } from "../../../engine/i18n/index.ts";
import {
  type FactorFields,
  type FactorOwner,
  type FactorPage,
  factorFields,
  factorText,
  passkeyButton,
  renderFactorPage,
  speak,
  token,
  typedFactors,
} from "../../factors/index.ts";
import { text } from "../texts.ts";

/** What the page of the second step shows. */
export interface MfaPage extends FactorPage, Pick<FactorFields, "factors" | "chosen" | "resendSeconds"> {
  readonly owner: FactorOwner;
  /** What whoever asks for the factor tells the person; empty: nothing. */
  readonly prompt: string;
  /** Where passkeys are used; null: nowhere. */
  readonly passkeyOrigin: string | null;
  /** Where somebody else signs in. */
  readonly otherAccount: string;
}

/**
 * The second step of a sign-in. Typed codes need no script; sending codes, passkeys and the remembered choice
 * (`mfaPrefer` in local storage) do.
 */
export function renderMfaPage(page: MfaPage): string {
  const { owner, factors, passkeyOrigin, prompt } = page;
  const say = speak(page);
  const hasPasskey = factors.some(({ kind, isActive }) => kind === "passkey" && isActive(owner));
  const hasTyped = typedFactors(page).some(({ isActive }) => isActive(owner));
  return renderFactorPage(
    page,
    say(factorText.mfaTitle),
    html`<p>${say(withParameters(factorText.mfaHint, { username: owner.username }))}</p>
${prompt === "" ? null : html`<p class="prompt">${prompt}</p>`}
${hasPasskey && passkeyOrigin !== null ? passkeyButton(page, passkeyOrigin, { way: "prove" }) : null}
${
  hasTyped
    ? html`<form method="post" data-busy="${say(text.checking)}">
${token(page)}
${factorFields({ ...page, isAlone: true })}
<button type="submit">${say(factorText.continue)}</button>
</form>`
    : html`<noscript><p class="error">${say(factorText.needsScript)}</p></noscript>`
}
<a class="forgot" href="${page.otherAccount}">${say(factorText.otherAccount)}</a>`,
  );
}
