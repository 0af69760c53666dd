import { type Html, html } from "../../engine/http/index.ts";
import { type Language, type Message, translate } from "../../engine/i18n/index.ts";
import type { NoticePart } from "../notifications/index.ts";
import { loginPath, pathWithNext, renderPage } from "../pages/index.ts";
import type { Appearance } from "../settings/index.ts";
import { text } from "./texts.ts";

/** What every page says in: the language, and how the installation looks. */
interface Frame {
  readonly language: Language;
  readonly look: Appearance;
}

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

/** A ticket with the two buttons that decide on it. */
export function renderApproval(
  { language, look }: Frame,
  ticket: {
    readonly parts: readonly NoticePart[];
    readonly page: string;
    readonly own: string;
    readonly csrfToken: string;
  },
): string {
  const say = (message: string | Message): string =>
    typeof message === "string" ? message : translate(message, language);
  const facts = ticket.parts.flatMap((part) => ("facts" in part ? part.facts : []));
  const rows: readonly Html[] = facts.map(
    ([label, value]) => html`<dt>${say(label)}</dt><dd>${say(value)}</dd>`,
  );
  return renderPage(
    { language, look, title: say(text.title) },
    html`<h1>${say(text.title)}</h1>
<dl class="facts">${rows}</dl>
<form method="post" action="${ticket.own}" class="decision">
<input type="hidden" name="csrfmiddlewaretoken" value="${ticket.csrfToken}">
<button type="submit" name="action" value="approve">${say(text.approve)}</button>
<button type="submit" name="action" value="reject" class="plain">${say(text.reject)}</button>
</form>
<a class="forgot" href="${ticket.page}">${say(text.details)}</a>
<link rel="stylesheet" href="/static/sign-in/approval.css">`,
  );
}
