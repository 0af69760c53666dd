import { consolePath, type Html, html } from "../../engine/http/index.ts";
import { type Language, type Message, translate, withParameters } from "../../engine/i18n/index.ts";
import {
  type FactorOwner,
  factorAssets,
  factorFields,
  type PasskeyChoice,
  type SecondFactor,
} from "../factors/index.ts";
import type { NoticePart } from "../notifications/index.ts";
import { loginPath, pathWithNext, renderPage } from "../pages/index.ts";
import type { Appearance } from "../settings/index.ts";
import { text } from "./texts.ts";

/** What every page says in: the language, and how the installation looks. */
interface Frame {
  readonly language: Language;
  readonly look: Appearance;
}

/** Longest comment of the page, in characters. */
export const longestComment = 2000;

/** Asks somebody unknown to sign in; tells nothing of the ticket. */
export function renderSignInFirst({ language, look }: Frame, own: string): string {
  const say = (message: Message): string => translate(message, language);
  return renderPage(
    { language, look, title: say(text.title) },
    html`<h1>${say(text.title)}</h1>
<p>${say(text.signInFirst)}</p>
<a class="button" href="${pathWithNext(loginPath, own)}">${say(text.signIn)}</a>`,
  );
}

/** How the page asks for a second factor. */
export interface AskedFactor {
  readonly owner: FactorOwner;
  /** What they have; none where they have none. */
  readonly factors: readonly SecondFactor[];
  readonly chosen: string;
  readonly resendSeconds: number;
  /** Absent where they have no passkey, or the site none. */
  readonly passkey?: PasskeyChoice;
  /** Whether rejecting takes it as well: nobody is signed in. */
  readonly isForAll: boolean;
}

/** A ticket, and what deciding on it takes. */
export interface ApprovalPage {
  readonly parts: readonly NoticePart[];
  /** The ticket in the console. */
  readonly page: string;
  readonly own: string;
  readonly csrfToken: string;
  readonly comment: string;
  /** Null where the caller has proven enough. */
  readonly factor: AskedFactor | null;
  readonly error: Message | null;
}

/** The fields for the second factor, and why they are there. */
function factorPart({ language }: Frame, factor: AskedFactor): Html {
  const say = (message: Message): string => translate(message, language);
  const { owner, factors, isForAll } = factor;
  if (factors.length === 0) {
    const profile = consolePath("/profile/setting?activeTab=MFAUpdate");
    return html`<p class="hint">${say(text.noFactor)} <a href="${profile}">${say(text.setUp)}</a></p>`;
  }
  const { name, username } = owner;
  const hint = isForAll ? withParameters(text.asYou, { name: `${name} (${username})` }) : text.confirmHint;
  return html`<p class="hint">${say(hint)}</p>
${factorFields({ ...factor, language, isAlone: true })}`;
}

/** A ticket with the two buttons that decide on it, and the second factor where it takes one. */
export function renderApproval(frame: Frame, ticket: ApprovalPage): string {
  const { language, look } = frame;
  const say = (message: string | Message): string =>
    typeof message === "string" ? message : translate(message, language);
  const { error, factor } = ticket;
  const facts = ticket.parts.flatMap((part) => ("facts" in part ? part.facts : []));
  const rows: readonly Html[] = facts.map(
    ([label, value]) => html`<dt>${say(label)}</dt><dd>${say(value)}</dd>`,
  );
  const cannotApprove = factor !== null && factor.factors.length === 0;
  return renderPage(
    { language, look, title: say(text.title) },
    html`<h1>${say(text.title)}</h1>
${error === null ? null : html`<p class="error" role="alert" id="error">${say(error)}</p>`}
<dl class="facts">${rows}</dl>
<form method="post" action="${ticket.own}">
<input type="hidden" name="csrfmiddlewaretoken" value="${ticket.csrfToken}">
<label for="comment">${say(text.comment)}</label>
<textarea id="comment" name="comment" rows="2" maxlength="${longestComment}">${ticket.comment}</textarea>
${factor === null ? null : factorPart(frame, factor)}
<div class="decision">
<button type="submit" name="action" value="approve" ${cannotApprove ? html`disabled` : null}>${say(text.approve)}</button>
<button type="submit" name="action" value="reject" class="plain" ${factor?.isForAll === true ? null : html`formnovalidate`}>${say(text.reject)}</button>
</div>
</form>
<a class="forgot" href="${ticket.page}">${say(text.details)}</a>
${factor === null ? null : factorAssets}
<link rel="stylesheet" href="/static/sign-in/approval.css">`,
  );
}
