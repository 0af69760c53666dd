import type { RequestContext } from "../../../engine/access/index.ts";
import { type Html, html, type RouteAnswer } from "../../../engine/http/index.ts";
import { type Message, translate, withParameters } from "../../../engine/i18n/index.ts";
import { loginPath, pathWithNext, renderPage } from "../../pages/index.ts";
import { readAppearance } from "../../settings/index.ts";
import type { SignInProvider } from "../provider-extensions.ts";
import { text } from "../texts.ts";

/** `LOGIN_REDIRECT_TO_BACKEND`: the form is shown whatever else is on. */
const direct = "DIRECT";

/** Seconds for which somebody can stop on the way to a provider. */
const pause = 3;

async function enabledProviders({ services }: Pick<RequestContext, "services">): Promise<SignInProvider[]> {
  const enabled: SignInProvider[] = [];
  for (const provider of services.extensions.of("signInProviders")) {
    if (await provider.isEnabled(services)) enabled.push(provider);
  }
  return enabled;
}

/** The buttons of the identity providers; null where there are none. */
export async function providerButtons(context: RequestContext, next: string): Promise<Html | null> {
  const providers = await enabledProviders(context);
  if (providers.length === 0) return null;
  const buttons = await Promise.all(
    providers.map(async ({ path, label, logo }) => {
      const name = await label(context.services);
      const picture = (await logo?.(context.services)) ?? null;
      return html`<a class="button quiet" href="${pathWithNext(path, next)}">${
        picture === null ? null : html`<img src="${picture}" alt="">`
      }${translate(withParameters(text.signInWith, { name }), context.language)}</a>`;
    }),
  );
  return html`<div class="providers">${buttons}</div>`;
}

/**
 * Leads visitors of the sign-in page to the provider that is meant for all; null where they get the form. With
 * `admin` in the address they always do: local people come in whatever becomes of a provider.
 */
export async function leadToProvider(context: RequestContext, next: string): Promise<RouteAnswer | null> {
  const { services, language, query } = context;
  if (query.has("admin")) return null;
  const providers = (await enabledProviders(context)).filter(({ leads = true }) => leads);
  const wanted = (await services.settings.get<string>("LOGIN_REDIRECT_TO_BACKEND")).toUpperCase();
  const provider = providers.find(({ name }) => name === wanted) ?? providers[0];
  if (provider === undefined || wanted === direct) return null;
  const location = pathWithNext(provider.path, next);
  if (!(await services.settings.get<boolean>("LOGIN_REDIRECT_MSG_ENABLED"))) return { location };
  const say = (message: Message): string => translate(message, language);
  const name = await provider.label(services);
  const cancel = `${loginPath}?${new URLSearchParams({ admin: "1", ...(next === "" ? {} : { next }) })}`;
  const title = say(withParameters(text.leadingTo, { name }));
  const look = await readAppearance(services.settings);
  return {
    body: renderPage(
      { language, look, title, refresh: { seconds: pause, location } },
      html`<h1>${title}</h1>
<p>${say(text.leadingHint)}</p>
<a class="button" href="${location}">${say(text.goNow)}</a>
<a class="forgot" href="${cancel}">${say(text.signInHere)}</a>`,
    ),
  };
}
