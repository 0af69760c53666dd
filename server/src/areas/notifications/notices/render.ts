import { type ChosenColors, type Colors, colorsOf } from "@sallyport/contract/look/colors";
import { RADIUS } from "@sallyport/contract/look/tokens";
import { escapeHtml, type Html, html } from "../../../engine/http/index.ts";
import { type Language, type Message, translate, withParameters } from "../../../engine/i18n/index.ts";
import type { RoomMessage } from "../rooms/room.ts";
import type { Notice, NoticeLink, NoticePart } from "./notice.ts";
import { text } from "./texts.ts";

/** Who reads a notice, and from whom it comes. */
export interface Reading {
  readonly language: Language;
  /** Name of the reader. */
  readonly name: string;
  /** Address of the installation, without a trailing slash. */
  readonly siteUrl: string;
  /** Name of the installation. */
  readonly siteName: string;
  /** Colours of the installation; the product's own unless given. */
  readonly colors?: ChosenColors;
}

const languageTags: Readonly<Record<Language, string>> = { en: "en", zh: "zh-Hans", ja: "ja" };

const font =
  "font:15px/22px -apple-system,'Segoe UI',Roboto,'Noto Sans','PingFang SC','Hiragino Sans','Microsoft YaHei',sans-serif";

/** Many mail programs know no style sheets: what a part looks like stands with it. */
function lookOf(colors: Colors) {
  const { text: ink, textMuted, canvas, surface, border, link, colorPrimary, onPrimary } = colors;
  return {
    body: `margin:0;padding:24px;background:${canvas};color:${ink};${font}`,
    site: `max-width:560px;margin:0 auto 12px;color:${ink};font-weight:600`,
    card: `max-width:560px;margin:0 auto;padding:28px 32px;box-sizing:border-box;background:${surface};border:1px solid ${border};border-radius:${RADIUS.dialog}px`,
    button: `display:inline-block;padding:8px 18px;background:${colorPrimary};color:${onPrimary};border-radius:${RADIUS.control}px;text-decoration:none;font-weight:600`,
    code: "font:600 26px/1.4 ui-monospace,Menlo,Consolas,monospace;letter-spacing:4px",
    link: `color:${link}`,
    label: `padding:2px 16px 2px 0;color:${textMuted};vertical-align:top;white-space:nowrap`,
    value: "padding:2px 0;word-break:break-word",
    address: `color:${textMuted};font-size:12px;word-break:break-all`,
    foot: `max-width:560px;margin:16px auto 0;color:${textMuted};font-size:12px`,
  } as const;
}

/** For mail programs that know style sheets and show themselves dark. */
function darkSheet({ text: ink, textMuted, canvas, surface, border, link, colorPrimary }: Colors): string {
  return `@media (prefers-color-scheme: dark) {
body { background: ${canvas} !important; color: ${ink} !important; }
.site { color: ${ink} !important; }
.card { background: ${surface} !important; border-color: ${border} !important; }
.muted { color: ${textMuted} !important; }
.button { background: ${colorPrimary} !important; }
a:not(.button) { color: ${link} !important; }
}`;
}

function sayIn(language: Language): (message: string | Message) => string {
  return (message) => (typeof message === "string" ? message : translate(message, language));
}

const addressOf = ({ siteUrl }: Reading, { path }: NoticeLink): string => `${siteUrl}${path}`;

function greet({ greeting = text.hello }: Notice, { language, name }: Reading): string {
  return translate(withParameters(greeting, { name }), language);
}

/** The notice as a mail: a part for programs that draw HTML, and one for those that do not. */
export function renderMail(
  notice: Notice,
  reading: Reading,
): { readonly subject: string; readonly html: string; readonly text: string } {
  const say = sayIn(reading.language);
  const subject = say(notice.subject);
  const signature = notice.signature === undefined ? reading.siteName : say(notice.signature);
  const look = lookOf(colorsOf(false, reading.colors));
  const parts = notice.parts.map((part) => mailPart(part, reading, look));
  const foot = html`${signature}<br><a href="${reading.siteUrl}/" style="${look.link}">${reading.siteUrl}</a>`;
  return {
    subject,
    html: html`<!doctype html>
<html lang="${languageTags[reading.language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>${{ html: darkSheet(colorsOf(true, reading.colors)) }}</style>
</head>
<body style="${look.body}">
<p class="site" style="${look.site}">${reading.siteName}</p>
<div class="card" style="${look.card}">
<p>${greet(notice, reading)}</p>
${parts}
</div>
<p class="muted" style="${look.foot}">${foot}</p>
</body>
</html>
`.html,
    text: [
      greet(notice, reading),
      ...notice.parts.map((part) => textPart(part, reading)),
      `-- \n${signature}\n${reading.siteUrl}/`,
    ]
      .join("\n\n")
      .concat("\n"),
  };
}

function mailPart(part: NoticePart, reading: Reading, look: ReturnType<typeof lookOf>): Html {
  const say = sayIn(reading.language);
  if ("code" in part) return html`<p style="${look.code}">${part.code}</p>\n`;
  if ("facts" in part) {
    const rows = part.facts.map(
      ([label, value]) =>
        html`<tr><td class="muted" style="${look.label}">${say(label)}</td><td style="${look.value}">${say(value)}</td></tr>\n`,
    );
    return html`<table role="presentation" cellpadding="0" cellspacing="0"><tbody>\n${rows}</tbody></table>\n`;
  }
  if ("button" in part) {
    const address = addressOf(reading, part.button);
    return html`<p><a class="button" href="${address}" style="${look.button}">${say(part.button.label)}</a></p>
<p class="muted" style="${look.address}">${say(text.copyLink)}<br>${address}</p>\n`;
  }
  if ("link" in part) {
    return html`<p><a href="${addressOf(reading, part.link)}" style="${look.link}">${say(part.link.label)}</a></p>\n`;
  }
  return html`<p>${lines(say(part.text))}</p>\n`;
}

function textPart(part: NoticePart, reading: Reading): string {
  const say = sayIn(reading.language);
  if ("code" in part) return `    ${part.code}`;
  if ("facts" in part) return part.facts.map(([label, value]) => `${say(label)}: ${say(value)}`).join("\n");
  if ("text" in part) return say(part.text);
  const link = "button" in part ? part.button : part.link;
  return `${say(link.label)}:\n${addressOf(reading, link)}`;
}

const linkOf = (part: NoticePart): NoticeLink | undefined =>
  "button" in part ? part.button : "link" in part ? part.link : undefined;

/** What may leave by other ways than a mail. */
const withoutSecrets = ({ parts }: Notice): readonly NoticePart[] =>
  parts.filter((part) => !("code" in part) && linkOf(part)?.isSecret !== true);

/** The notice as plain text for chats, without a greeting and without links that grant access. */
export function renderPlain(
  notice: Notice,
  reading: Reading,
): { readonly subject: string; readonly text: string } {
  return {
    subject: sayIn(reading.language)(notice.subject),
    text: withoutSecrets(notice)
      .map((part) => textPart(part, reading))
      .join("\n\n"),
  };
}

/** The same for a room, with the links apart. */
export function renderRoomMessage(notice: Notice, reading: Reading): RoomMessage {
  const say = sayIn(reading.language);
  const kept = withoutSecrets(notice);
  const links = kept.flatMap((part) => linkOf(part) ?? []);
  return {
    subject: say(notice.subject),
    text: kept
      .filter((part) => linkOf(part) === undefined)
      .map((part) => textPart(part, reading))
      .join("\n\n"),
    links: links.map((link) => ({ title: say(link.label), url: addressOf(reading, link) })),
  };
}

/** The notice as a message inside the console, without a greeting and without links that grant access. */
export function renderSiteMessage(
  notice: Notice,
  reading: Reading,
): { readonly subject: string; readonly message: string } {
  const say = sayIn(reading.language);
  const parts = notice.parts.map((part) => sitePart(part, reading));
  return { subject: say(notice.subject), message: parts.map((part) => part?.html ?? "").join("\n") };
}

function sitePart(part: NoticePart, reading: Reading): Html | null {
  const say = sayIn(reading.language);
  if ("code" in part) return null;
  if ("facts" in part) {
    const rows = part.facts.map(
      ([label, value]) => html`<tr><th>${say(label)}</th><td>${say(value)}</td></tr>`,
    );
    return html`<table><tbody>${rows}</tbody></table>`;
  }
  if ("text" in part) return html`<p>${lines(say(part.text))}</p>`;
  const link = "button" in part ? part.button : part.link;
  return link.isSecret === true ? null : html`<p><a href="${link.path}">${say(link.label)}</a></p>`;
}

/** Line breaks of a text that an administrator wrote. */
function lines(paragraph: string): Html {
  return { html: escapeHtml(paragraph).replace(/\r?\n/g, "<br>") };
}
