import { type Html, html } from "../../engine/http/index.ts";
import { type Language, translate } from "../../engine/i18n/index.ts";
import type { Appearance } from "../settings/index.ts";
import { text } from "./texts.ts";

/** What every page outside the console shows. */
export interface PageFrame {
  readonly language: Language;
  readonly look: Appearance;
  readonly title: string;
  /** Where the page goes by itself, and after how many seconds. */
  readonly refresh?: { readonly seconds: number; readonly location: string };
  /** Loads the script that encrypts the password. */
  readonly script?: boolean;
}

const languageTags: Readonly<Record<Language, string>> = { en: "en", zh: "zh-Hans", ja: "ja" };

const languageLinks: readonly (readonly [code: string, name: string, language: Language])[] = [
  ["en", "English", "en"],
  ["zh-hans", "中文(简体)", "zh"],
  ["ja", "日本語", "ja"],
];

/** A path of our own, or the product's default when the setting names something else. */
function ownPath(path: string, fallback: string): string {
  return /^\/[^/\\]/.test(path) ? path : fallback;
}

/** A whole page around its content. Styles and script are files of ours; nothing is inline. */
export function renderPage(frame: PageFrame, content: Html): string {
  const { language, look, title, refresh } = frame;
  const links = languageLinks.map(([code, name, own]) =>
    own === language
      ? html`<span lang="${languageTags[own]}" aria-current="true">${name}</span>`
      : html`<a href="/core/i18n/${code}/" lang="${languageTags[own]}" hreflang="${languageTags[own]}">${name}</a>`,
  );
  return html`<!doctype html>
<html lang="${languageTags[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
${refresh === undefined ? null : html`<meta http-equiv="refresh" content="${refresh.seconds};url=${refresh.location}">`}
<title>${title} · ${look.login_title}</title>
<link rel="icon" href="${ownPath(look.favicon, "/static/img/facio.ico")}">
<link rel="stylesheet" href="/core/theme/pages.css">
<link rel="stylesheet" href="/static/sign-in/sign-in.css">
${frame.script === true ? html`<script src="/static/sign-in/sign-in.js" defer></script>` : null}
</head>
<body>
<main class="card">
<section class="form-side">
<img class="logo" src="${ownPath(look.logo_logout, "/static/img/logo.png")}" alt="" width="44" height="44">
${content}
<nav class="languages" aria-label="${translate(text.language, language)}">${links}</nav>
</section>
<aside class="picture" aria-hidden="true">
<img src="${ownPath(look.login_image, "/static/img/login_image.png")}" alt="">
<p>${translate(text.tagline, language)}</p>
</aside>
</main>
</body>
</html>
`.html;
}
