import type { RequestContext } from "../../engine/access/index.ts";
import { html, type RouteAnswer } from "../../engine/http/index.ts";
import { type Message, translate, withParameters } from "../../engine/i18n/index.ts";
import { loginPath, pathWithNext, renderPage } from "../pages/index.ts";
import { readAppearance } from "../settings/index.ts";
import type { PresentedPlan } from "./people/present-plan.ts";
import type { ProviderError } from "./provider-error.ts";
import { text } from "./texts.ts";

/** Where a person goes on from a page that says why they do not come in. */
interface Way {
  /** Where the sign-in by this provider begins. */
  readonly path: string;
  readonly next: string;
}

/** The form, whatever else the sign-in page would do: nobody is led in circles. */
const formPath = (next: string): string =>
  `${loginPath}?${new URLSearchParams({ admin: "1", ...(next === "" ? {} : { next }) })}`;

/** Says why somebody does not come in, and what to do. */
export async function failurePage(
  { language, services }: RequestContext,
  message: Message,
  { path, next }: Way,
  status: number,
): Promise<RouteAnswer> {
  const say = (one: Message): string => translate(one, language);
  const look = await readAppearance(services.settings);
  return {
    status,
    body: renderPage(
      { language, look, title: say(text.failedTitle) },
      html`<h1>${say(text.failedTitle)}</h1>
<p class="error" role="alert">${say(message)}</p>
<a class="button" href="${pathWithNext(path, next)}">${say(text.tryAgain)}</a>
<a class="forgot" href="${formPath(next)}">${say(text.otherWay)}</a>`,
    ),
  };
}

const settingsPath = "/ui/#/settings/auth";

/** What a page shows of a plan. */
export type ShownPlan = Omit<PresentedPlan, "user">;

/** What an administrator reads who tried the settings: what a sign-in of this person would do, or why it fails. */
export async function trialPage(
  { language, services }: RequestContext,
  outcome: ShownPlan | ProviderError,
): Promise<RouteAnswer> {
  const say = (one: Message): string => translate(one, language);
  const look = await readAppearance(services.settings);
  const body =
    "fault" in outcome
      ? html`<p class="error" role="alert">${say(outcome.told)}</p>
<dl class="facts"><dt>${say(text.checkName)}</dt><dd>${outcome.detail === "" ? outcome.fault : outcome.detail}</dd></dl>`
      : planFacts(outcome, say);
  return {
    body: renderPage(
      { language, look, title: say(text.trialTitle) },
      html`<h1>${say(text.trialTitle)}</h1>
${body}
<p>${say(text.trialNothing)}</p>
<a class="button" href="${settingsPath}">${say(text.backToSettings)}</a>`,
    ),
  };
}

const actions = { enter: text.trialEnter, link: text.trialLink, create: text.trialCreate };

function planFacts(plan: ShownPlan, say: (message: Message) => string) {
  const list = (lines: readonly string[]) => (lines.length === 0 ? say(text.none) : lines.join(", "));
  const { action, refusal, username } = plan;
  const verdict =
    action === "refuse"
      ? html`<p class="error" role="alert">${say(text.trialRefuse)} ${refusal === null ? "" : say(refusal)}</p>`
      : html`<p class="notice" role="status">${say(withParameters(actions[action], { username }))}</p>`;
  const changes = plan.changes.map(
    ({ field, before, after }) => `${field}: ${before ?? "–"} → ${after ?? "–"}`,
  );
  const said = Object.entries(plan.attributes).map(([name, values]) => `${name} = ${values.join(", ")}`);
  return html`${verdict}
<dl class="facts">
<dt>${say(text.changes)}</dt><dd>${list(changes)}</dd>
<dt>${say(text.gains)}</dt><dd>${list(plan.gains)}</dd>
<dt>${say(text.losses)}</dt><dd>${list(plan.losses)}</dd>
<dt>${say(text.attributes)}</dt>${said.map((line) => html`<dd>${line}</dd>`)}
</dl>`;
}
