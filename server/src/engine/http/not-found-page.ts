import { type Language, translate } from "../i18n/messages.ts";
import { text } from "../i18n/texts.ts";
import { html } from "./html.ts";

const tags: Readonly<Record<Language, string>> = { en: "en", zh: "zh-Hans", ja: "ja" };

/** What a browser shows at an address outside the API that is none. */
export function renderNotFoundPage(language: Language): string {
  return html`<!doctype html>
<html lang="${tags[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${translate(text.pageNotFound, language)}</title>
<link rel="icon" href="/favicon.ico">
<link rel="stylesheet" href="/core/theme/pages.css">
<link rel="stylesheet" href="/static/sign-in/sign-in.css">
</head>
<body>
<main class="card single"><section class="form-side">
<img class="logo" src="/static/img/logo.png" alt="" width="44" height="44">
<h1>${translate(text.pageNotFound, language)}</h1>
<p>${translate(text.pageNotFoundHint, language)}</p>
<a class="button" href="/ui/">${translate(text.toConsole, language)}</a>
</section></main>
</body>
</html>
`.html;
}
