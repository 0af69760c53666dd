import { consolePath, type Html, html } from "../../../engine/http/index.ts";
import { type Language, type Message, translate, withParameters } from "../../../engine/i18n/index.ts";
import {
  type FactorOwner,
  factorAssets,
  factorFields,
  type PasskeyChoice,
  type SecondFactor,
} from "../../factors/index.ts";
import { renderPage } from "../../pages/index.ts";
import type { Appearance } from "../../settings/index.ts";
import { text } from "../texts.ts";

/** How the page asks for a second factor. */
export interface AskedFactor {
  readonly owner: FactorOwner;
  /** What they have; none where they have none. */
  readonly factors: readonly SecondFactor[];
  readonly chosen: string;
  readonly resendSeconds: number;
  /** Absent where they have no passkey, or the site none. */
  readonly passkey?: PasskeyChoice;
}

/** An SSH client that waits, and what allowing it takes. */
export interface RequestPage {
  readonly language: Language;
  readonly look: Appearance;
  /** Path of the page. */
  readonly own: string;
  readonly csrfToken: string;
  readonly person: string;
  readonly address: string;
  /** Address of the browser. */
  readonly ownAddress: string;
  readonly client: string;
  readonly requested: string;
  /** Fingerprints of the keys that can be signed. */
  readonly keys: readonly string[];
  /** Hours for which a key is signed. */
  readonly hours: number;
  readonly code: string;
  /** Null where they have proven enough. */
  readonly factor: AskedFactor | null;
  readonly error: Message | null;
}

/** The choice of the key that is signed: the first that was offered, unless the person wants none. */
function keyPart(keys: readonly string[], hours: number, say: (message: Message) => string): Html | null {
  if (keys.length === 0) return null;
  const choice = (value: string, label: Message, isChosen: boolean): Html =>
    html`<label class="choice"><input type="radio" name="key" value="${value}" ${isChosen ? html`checked` : null}> <span>${say(label)}</span></label>`;
  return html`<fieldset>
<legend>${say(text.keyUse)}</legend>
${keys.map((fingerprint, index) => choice(String(index), withParameters(text.signKey, { fingerprint }), index === 0))}
${choice("", text.noKey, false)}
<p class="hint">${say(withParameters(text.keyHint, { hours }))}</p>
</fieldset>`;
}

/** Asks somebody whether an SSH client may come in as them. Typed codes need no script; passkeys do. */
export function renderRequestPage(page: RequestPage): string {
  const { language, look, own, csrfToken, address, ownAddress, factor, error, keys, hours } = page;
  const say = (message: Message): string => translate(message, language);
  const cannotAllow = factor !== null && factor.factors.length === 0;
  const facts: readonly (readonly [Message, string])[] = [
    [text.user, page.person],
    [text.clientAddress, address],
    [text.client, page.client],
    [text.requested, page.requested],
  ];
  return renderPage(
    { language, look, title: say(text.title) },
    html`<h1>${say(text.title)}</h1>
${error === null ? null : html`<p class="error" role="alert" id="error">${say(error)}</p>`}
<p>${say(text.question)}</p>
<dl class="facts">${facts.map(([label, value]) => html`<dt>${say(label)}</dt><dd>${value}</dd>`)}</dl>
${address === ownAddress ? null : html`<p class="error">${say(withParameters(text.otherAddress, { address, own: ownAddress }))}</p>`}
<form method="post" action="${own}">
<input type="hidden" name="csrfmiddlewaretoken" value="${csrfToken}">
${
  cannotAllow
    ? html`<p class="hint">${say(text.noFactor)} <a href="${consolePath("/profile/setting?activeTab=MFAUpdate")}">${say(text.setUp)}</a></p>`
    : html`<label for="terminal-code">${say(text.code)}</label>
<input id="terminal-code" name="terminal_code" value="${page.code}" inputmode="numeric" maxlength="16" autocomplete="off" aria-describedby="terminal-code-hint" required autofocus>
<p class="hint" id="terminal-code-hint">${say(text.codeHint)}</p>
${keyPart(keys, hours, say)}
${factor === null ? null : html`<p class="hint">${say(text.factorHint)}</p>${factorFields({ ...factor, language, isAlone: false })}`}`
}
<div class="decision">
<button type="submit" name="action" value="allow" ${cannotAllow ? html`disabled` : null}>${say(text.allow)}</button>
<button type="submit" name="action" value="refuse" class="plain" formnovalidate>${say(text.refuse)}</button>
</div>
</form>
${factor === null ? null : factorAssets}
<link rel="stylesheet" href="/static/sign-in/approval.css">`,
  );
}
