import { html } from "../../../engine/http/index.ts";
import { type Message, translate } from "../../../engine/i18n/index.ts";
import { reviewSeconds } from "../../credentials/index.ts";
import { guardPath, type PageFrame, renderPage, waitConfirmPath } from "../../pages/index.ts";
import { text } from "../texts.ts";
import type { SignInReview } from "./sign-in-reviewer.ts";
import { statusPath } from "./status-route.ts";
import { consentText } from "./texts.ts";

/** What the page shows to waiting people. */
interface WaitPage extends Pick<PageFrame, "language" | "look"> {
  readonly csrfToken: string;
  readonly review: SignInReview;
}

/** The page of a sign-in that waits for somebody. Without its script one looks again by hand. */
export function renderWaitPage({ language, look, csrfToken, review }: WaitPage): string {
  const say = (message: Message): string => translate(message, language);
  const waited = Math.max(0, Math.floor((Date.now() - review.dateCreated.getTime()) / 1000));
  const { assignees } = review;
  return renderPage(
    { language, look, title: say(consentText.title) },
    html`<h1 id="wait-title" data-ended="${say(consentText.ended)}">${say(consentText.title)}</h1>
<p class="error" role="alert" id="wait-error" hidden></p>
<div id="wait" data-status="${statusPath}" data-guard="${guardPath}" data-waited="${waited}" data-limit="${reviewSeconds}">
<p>${say(consentText.wait)}</p>
<p class="asked"><span>${say(consentText.asked)}</span> ${assignees.length === 0 ? say(consentText.nobody) : html`<strong>${assignees.join(", ")}</strong>`}</p>
<label for="waited">${say(consentText.waiting)} <output id="waited-text"></output></label>
<progress id="waited" max="${reviewSeconds}" value="${Math.min(waited, reviewSeconds)}"></progress>
<a class="button" href="${waitConfirmPath}">${say(consentText.checkAgain)}</a>
<button type="button" class="quiet" id="copy-link" data-link="${review.page}" data-done="${say(consentText.copied)}" hidden>${say(consentText.copyLink)}</button>
</div>
<form method="post" action="${waitConfirmPath}">
<input type="hidden" name="csrfmiddlewaretoken" value="${csrfToken}">
<button type="submit" class="plain" id="leave" data-ended="${say(text.signInAgain)}">${say(consentText.cancel)}</button>
</form>
<link rel="stylesheet" href="/static/sign-in/factors.css">
<script src="/static/sign-in/wait.js" defer></script>`,
  );
}
