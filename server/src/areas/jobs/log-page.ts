import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { anonymous } from "../../engine/access/index.ts";
import { NotFound } from "../../engine/errors.ts";
import {
  caller,
  consolePolicy,
  type Html,
  html,
  type RouteAnswer,
  type RouteContext,
  type RouteDeclaration,
} from "../../engine/http/index.ts";
import { type Message, translate } from "../../engine/i18n/index.ts";
import { writeInstant } from "../../engine/resource/index.ts";
import type { KnownTasks } from "../../engine/tasks/index.ts";
import { renderPage } from "../pages/index.ts";
import { readAppearance } from "../settings/index.ts";
import { text } from "./texts.ts";
import { findExecution, type VisibleExecution } from "./visible-executions.ts";

const code = "ops.view_celerytaskexecution";
const languageTags = { en: "en", zh: "zh-Hans", ja: "ja" } as const;

/**
 * The page in a window of its own that follows the log of a task: a strip that says which, and a terminal. Contract:
 * docs/contract/jobs.md, "The log".
 */
export function logPageRoutes(known: KnownTasks, consoleFolder: string): readonly RouteDeclaration[] {
  let tags: Html | undefined;
  return ["celery", "ansible", "task"].map((kind) => ({
    methods: ["GET"],
    path: `/core/ops/${kind}/task/:id/log/`,
    access: anonymous("leads whoever is not signed in to the sign-in, and others to what they may see"),
    handle: async (context, { params, url }) => {
      if (context.principal === null) {
        return { location: `/core/auth/login/?next=${encodeURIComponent(url)}` };
      }
      if (!context.permissions.has(code)) return refusal(context, 403, text.logNotAllowed);
      try {
        const execution = await findExecution(caller(context), params.id ?? "");
        tags ??= scriptTags(join(consoleFolder, "task-log.html"));
        return page(context, execution, known().labelOf(execution.name), tags);
      } catch (error) {
        if (error instanceof NotFound) return refusal(context, 404, text.notThere);
        throw error;
      }
    },
  }));
}

async function refusal(context: RouteContext, status: number, message: Message): Promise<RouteAnswer> {
  const { language, services } = context;
  const say = (one: Message): string => translate(one, language);
  const look = await readAppearance(services.settings);
  return {
    status,
    body: renderPage(
      { language, look, title: say(text.logTitle) },
      html`<h1>${say(text.logTitle)}</h1>
<p class="error" role="alert">${say(message)}</p>
<a class="button" href="/ui/">${say(text.toConsole)}</a>`,
    ),
  };
}

/** The script and the styles of the page as the console was built with them. */
function scriptTags(file: string): Html {
  if (!existsSync(file)) return { html: "" };
  return {
    html: (readFileSync(file, "utf8").match(/<(script|link)\b[^>]*>(<\/script>)?/g) ?? []).join("\n"),
  };
}

async function page(
  { language, services, timeZone }: RouteContext,
  { id, date_start: start }: VisibleExecution,
  label: Message,
  tags: Html,
): Promise<RouteAnswer> {
  const say = (one: Message): string => translate(one, language);
  const look = await readAppearance(services.settings);
  const nonce = randomBytes(16).toString("base64");
  const states = {
    connecting: say(text.connecting),
    following: say(text.streaming),
    ended: say(text.ended),
    lost: say(text.reconnecting),
    "signed-out": say(text.signedOut),
  };
  const body = html`<!doctype html>
<html lang="${languageTags[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark">
<meta name="robots" content="noindex">
<meta property="csp-nonce" nonce="__CSP_NONCE__">
<title>${say(label)} · ${say(text.logTitle)} · ${look.login_title}</title>
<link rel="icon" href="/static/img/facio.ico">
${tags}
</head>
<body class="task-log" data-task="${id}" data-label="${say(text.logTitle)}" data-states="${JSON.stringify(states)}">
<header>
<dl>
<div><dt>ID</dt><dd>${id}</dd></div>
<div><dt>${say(text.taskName)}</dt><dd>${say(label)}</dd></div>
<div><dt>${say(text.dateStart)}</dt><dd data-start>${start === null ? "-" : writeInstant(start, timeZone)}</dd></div>
</dl>
<p role="status" class="state">${states.connecting}</p>
</header>
<main></main>
</body>
</html>
`.html.replaceAll("__CSP_NONCE__", nonce);
  return {
    body,
    headers: { "content-security-policy": consolePolicy(nonce, false), "x-frame-options": "DENY" },
  };
}
