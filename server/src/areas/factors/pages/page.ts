import { type Html, html } from "../../../engine/http/index.ts";
import { type Language, type Message, translate } from "../../../engine/i18n/index.ts";
import { renderPage } from "../../pages/index.ts";
import type { Appearance } from "../../settings/index.ts";

/** What every page of second factors is given. */
export interface FactorPage {
  readonly language: Language;
  readonly look: Appearance;
  readonly csrfToken: string;
  readonly error?: Message | null;
}

/** Says a text in the language of the page. */
export const speak =
  ({ language }: Pick<FactorPage, "language">) =>
  (message: Message): string =>
    translate(message, language);

/** Style and script of second factors. */
export const factorAssets: Html = html`<link rel="stylesheet" href="/static/sign-in/factors.css">
<script src="/static/sign-in/factors.js" defer></script>`;

/** A page with a title, the error if there is one, its content, and the script of these pages. */
export function renderFactorPage(page: FactorPage, title: string, content: Html): string {
  const { language, look, error } = page;
  return renderPage(
    { language, look, title },
    html`<h1>${title}</h1>
${error == null ? null : html`<p class="error" role="alert" id="error">${translate(error, language)}</p>`}
${content}
${factorAssets}`,
  );
}

/** The hidden field that shows that a form is ours. */
export const token = ({ csrfToken }: Pick<FactorPage, "csrfToken">): Html =>
  html`<input type="hidden" name="csrfmiddlewaretoken" value="${csrfToken}">`;
