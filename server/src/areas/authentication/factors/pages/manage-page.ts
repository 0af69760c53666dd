import { type Html, html } from "../../../../engine/http/html.ts";
import { withParameters } from "../../../../engine/i18n/messages.ts";
import type { FactorOwner, SecondFactor } from "../factor.ts";
import { factorText } from "../texts.ts";
import { type FactorPage, renderFactorPage, speak, token } from "./page.ts";

/** What the page of somebody's second factors shows. */
export interface ManagePage extends FactorPage {
  readonly owner: FactorOwner;
  readonly factors: readonly SecondFactor[];
  readonly isEnabled: boolean;
  readonly isForced: boolean;
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
    html`<form method="post" class="switch">
${token(page)}
<p>${say(state)}</p>
${
  isForced
    ? null
    : html`<button type="submit" class="quiet" name="mfa_level" value="${isEnabled ? 0 : 1}">${say(isEnabled ? factorText.turnOff : factorText.turnOn)}</button>`
}
</form>
<ul class="factors">${factors.map(row)}</ul>
<a class="forgot" href="/ui/profile/info">${say(factorText.backToProfile)}</a>`,
  );
}
