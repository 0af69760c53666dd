import { html } from "../../../engine/http/index.ts";
import { type Message, translate } from "../../../engine/i18n/index.ts";
import { type PageFrame, renderPage } from "../../pages/index.ts";
import { text } from "../texts.ts";

type Frame = Pick<PageFrame, "language" | "look">;

/** Says that the session has ended, and continues to the sign-in page. */
export function renderSignedOutPage(frame: Frame, location: string): string {
  const say = (message: Message): string => translate(message, frame.language);
  return renderPage(
    { ...frame, title: say(text.signedOut), refresh: { seconds: 3, location } },
    html`<h1>${say(text.signedOut)}</h1>
<p>${say(text.signedOutHint)}</p>
<a class="button" href="${location}">${say(text.signInAgain)}</a>`,
  );
}

/** Asks before ending a session at the request of another site. */
export function renderSignOutQuestion(frame: Frame, location: string): string {
  const say = (message: Message): string => translate(message, frame.language);
  return renderPage(
    { ...frame, title: say(text.signOut) },
    html`<h1>${say(text.signOut)}</h1>
<p>${say(text.signOutQuestion)}</p>
<a class="button" href="${location}">${say(text.signOut)}</a>
<a class="forgot" href="/ui/">${say(text.stay)}</a>`,
  );
}
