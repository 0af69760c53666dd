import { consolePath, html, type RouteDeclaration } from "../../../engine/http/index.ts";
import { type Message, translate, withParameters } from "../../../engine/i18n/index.ts";
import { findSignInUser } from "../../credentials/index.ts";
import { loginPath, renderPage } from "../../pages/index.ts";
import { readAppearance } from "../../settings/index.ts";
import { type SignInProvider, signInFromProvider } from "../../sign-in/index.ts";
import { chatAccountOwner } from "../../users/index.ts";
import { roundTripRoutes } from "../code-flow.ts";
import { failurePage, type ShownPlan, trialPage } from "../pages.ts";
import { text as shared } from "../texts.ts";
import type { ChatPlatform } from "./platform.ts";
import { chatPlatforms } from "./platforms.ts";
import { accountOf, type ChatPurpose, departTo } from "./round-trip.ts";
import { text } from "./texts.ts";

/** Signing in with an account that somebody has bound. An address, a name or a phone number of it prove nothing. */
function signInRoutes(platform: ChatPlatform, purpose: Exclude<ChatPurpose, "bind">) {
  const { name, label } = platform;
  const path = `/core/auth/${name}/${purpose}/login/`;
  const callbackPath = `${path}callback/`;
  const end = { backend: label, path };
  return roundTripRoutes({
    source: name,
    switch: platform.settings.switch,
    callbackPath,
    end,
    depart: (context) => departTo(context, platform, purpose, callbackPath),
    async arrive(context, request, query, attempt) {
      const { services, language } = context;
      const { next, isTrial } = attempt;
      const account = await accountOf(context, platform, purpose, query, attempt);
      const id = await chatAccountOwner(services.db, name, account);
      const user = id === null ? null : await findSignInUser(services, { id });
      if (isTrial) return trialPage(context, whatItWouldDo(platform, account, user));
      if (user === null) {
        const say = (message: Message): string => translate(message, language);
        const way = `${loginPath}?${new URLSearchParams({ admin: "1", next: consolePath("/profile/info") })}`;
        const look = await readAppearance(services.settings);
        return {
          status: 403,
          body: renderPage(
            { language, look, title: say(text.notBoundTitle) },
            html`<h1>${say(text.notBoundTitle)}</h1>
<p class="error" role="alert">${say(withParameters(text.notBound, { platform: label }))}</p>
<a class="button" href="${way}">${say(shared.otherWay)}</a>`,
          ),
        };
      }
      const outcome = await signInFromProvider(context, request, {
        user,
        backend: label,
        source: name,
        next,
        session: null,
      });
      return "answer" in outcome
        ? outcome.answer
        : failurePage(context, outcome.refusal.message, { path, next }, 403);
    },
  });
}

/** A sign-in with an account changes nobody: it is that of the user who has bound it, or is refused. */
function whatItWouldDo(
  { label }: ChatPlatform,
  account: string,
  user: Awaited<ReturnType<typeof findSignInUser>>,
): ShownPlan {
  const nothing = { changes: [], gains: [], losses: [], attributes: { [label]: [account] } };
  if (user === null) {
    const refusal = withParameters(text.notBound, { platform: label });
    return { action: "refuse", username: "", refusal, ...nothing };
  }
  return { action: "enter", username: user.username, refusal: null, ...nothing };
}

/** Contract: docs/contract/identity.md, "Chat platforms". */
export const chatSignInRoutes: readonly RouteDeclaration[] = chatPlatforms.flatMap((platform) => [
  ...signInRoutes(platform, "qr"),
  ...(platform.hasInAppSignIn ? signInRoutes(platform, "oauth") : []),
]);

/** The platforms on the sign-in page. Nobody is led to one unasked: who has bound nothing would not come in. */
export const chatProviders: readonly SignInProvider[] = chatPlatforms.map(
  ({ name, label, settings: keys }) => ({
    name: name.toUpperCase(),
    path: `/core/auth/${name}/qr/login/`,
    leads: false,
    isEnabled: ({ settings }) => settings.get<boolean>(keys.switch),
    label: async () => label,
    // A session here is none there: nothing is to be ended.
    keepSession: async () => undefined,
    signOutAddress: async () => null,
  }),
);
