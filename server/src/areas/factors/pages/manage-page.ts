import { consolePath, type Html, html } from "../../../engine/http/index.ts";
import { withParameters } from "../../../engine/i18n/index.ts";

import type { FactorOwner, SecondFactor } from "../factor.ts";
import { factorText } from "../texts.ts";
import { type FactorFields, factorFields, passkeyButton, typedFactors } from "./factor-fields.ts";
import { type FactorPage, renderFactorPage, speak, token } from "./page.ts";

/** What the page of somebody's second factors shows. */
export interface ManagePage extends FactorPage, Pick<FactorFields, "factors" | "chosen" | "resendSeconds"> {
  readonly owner: FactorOwner;
  readonly isEnabled: boolean;
  readonly isForced: boolean;
  /** Whether anything is set up; turning off asks for it, else for the password. */
  readonly hasFactor: boolean;
  /** Where passkeys are used; null: nowhere. */
  readonly passkeyOrigin: string | null;
}

/** What turning second factors off asks for. */
function turningOff(page: ManagePage): Html {
  const { owner, factors, hasFactor, passkeyOrigin } = page;
  const say = speak(page);
  const hasPasskey = factors.some(({ kind, isActive }) => kind === "passkey" && isActive(owner));
  const hasTyped = typedFactors(page).some(({ isActive }) => isActive(owner));
  const asked = hasFactor
    ? factorFields({ ...page, isAlone: true })
    : html`<label for="password">${say(factorText.password)}</label>
<input id="password" name="password" type="password" maxlength="1024" autocomplete="current-password" required>`;
  return html`<details class="turn-off" ${page.error == null ? null : html`open`}>
<summary>${say(factorText.turnOff)}</summary>
<p>${say(hasFactor ? factorText.turnOffByFactor : factorText.turnOffByPassword)}</p>
${hasPasskey && passkeyOrigin !== null ? passkeyButton(page, passkeyOrigin, { way: "prove" }) : null}
${
  hasTyped || !hasFactor
    ? html`<form method="post" id="sign-in" data-busy="${say(factorText.checking)}">
${token(page)}
${asked}
<button type="submit">${say(factorText.turnOff)}</button>
</form>`
    : null
}
</details>
${hasFactor ? null : html`<script src="/static/sign-in/sign-in.js" defer></script>`}`;
}

/** The switch, and the factors with the way to set each up or take it off. */
export function renderManagePage(page: ManagePage): string {
  const { owner, factors, isEnabled, isForced } = page;
  const say = speak(page);
  const state = isForced ? factorText.manageForced : isEnabled ? factorText.manageOn : factorText.manageOff;
  const row = (factor: SecondFactor): Html => {
    const isActive = factor.isActive(owner);
    const left = withParameters(factorText.codesLeft, { count: owner.recovery_codes });
    const shown = factor.isReserve ? left : isActive ? factorText.isSetUp : factorText.isNotSetUp;
    const { pages } = factor;
    const way =
      factor.kind === "passkey" ? factorText.manage : isActive ? factorText.reset : factorText.enable;
    return html`<li><span><strong>${say(factor.label)}</strong><br>${say(shown)}</span>${
      pages === undefined
        ? null
        : html`<a class="button quiet" href="${isActive ? pages.takeOff : pages.setUp}">${say(way)}</a>`
    }</li>`;
  };
  return renderFactorPage(
    page,
    say(factorText.manageTitle),
    html`<p>${say(state)}</p>
${
  isForced
    ? null
    : isEnabled
      ? turningOff(page)
      : html`<form method="post" class="switch">
${token(page)}
<button type="submit" class="quiet" name="mfa_level" value="1">${say(factorText.turnOn)}</button>
</form>`
}
<ul class="factors">${factors.map(row)}</ul>
<a class="forgot" href="${consolePath("/profile/info")}">${say(factorText.backToProfile)}</a>`,
  );
}
