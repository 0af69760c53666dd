import { anonymous } from "../../engine/access/index.ts";
import {
  type FlashMessage,
  flashMessagePath,
  html,
  type RouteDeclaration,
  readFlashMessage,
} from "../../engine/http/index.ts";
import { type Language, type Message, translate } from "../../engine/i18n/index.ts";
import { isUuid } from "../../engine/resource/index.ts";
import { type Appearance, readAppearance } from "../settings/index.ts";
import { renderPage } from "./layout.ts";
import { safePath } from "./safe-path.ts";
import { text } from "./texts.ts";

/** Seconds until the page continues by itself. */
const usualInterval = 3;
const longestInterval = 60;

const gone: FlashMessage = {
  title: text.messageGoneTitle,
  message: text.messageGone,
  redirectUrl: "/ui/",
  autoRedirect: false,
};

function render(kept: FlashMessage, language: Language, look: Appearance): string {
  const say = (message: Message): string => translate(message, language);
  const location = safePath(kept.redirectUrl) ?? "/ui/";
  const cancel = safePath(kept.cancelUrl);
  const seconds = Math.min(Math.max(Math.round(kept.interval ?? usualInterval), 1), longestInterval);
  return renderPage(
    {
      language,
      look,
      title: say(kept.title),
      ...(kept.autoRedirect === false ? {} : { refresh: { seconds, location } }),
    },
    html`<h1>${say(kept.title)}</h1>
${kept.error === undefined ? null : html`<p class="error" role="alert">${say(kept.error)}</p>`}
${kept.message === undefined ? null : html`<p>${say(kept.message)}</p>`}
<a class="button" href="${location}">${say(kept.confirmButton ?? text.continue)}</a>
${cancel === null ? null : html`<a class="forgot" href="${cancel}">${say(text.cancel)}</a>`}`,
  );
}

/** The page that shows a message kept for it. Contract: docs/contract/conventions.md, "Message page". */
export const messagePageRoute: RouteDeclaration = {
  methods: ["GET"],
  path: flashMessagePath,
  access: anonymous("shows a message to whoever was sent to its random address; nothing in it is secret"),
  handle: async ({ db, query, language, services }) => {
    const code = query.get("code") ?? "";
    const kept = isUuid(code) ? await readFlashMessage(db, code) : null;
    const look = await readAppearance(services.settings);
    return { status: kept === null ? 404 : 200, body: render(kept ?? gone, language, look) };
  },
};
