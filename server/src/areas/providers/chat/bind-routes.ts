import {
  anonymous,
  type RequestContext,
  requireConfirmation,
  signedIn,
} from "../../../engine/access/index.ts";
import { recordOperation } from "../../../engine/audit/index.ts";
import { ConfirmationRequired } from "../../../engine/errors.ts";
import {
  caller,
  consolePath,
  html,
  isFromOtherSite,
  type RouteAnswer,
  type RouteDeclaration,
} from "../../../engine/http/index.ts";
import { type Message, translate, withParameters } from "../../../engine/i18n/index.ts";
import { log } from "../../../engine/log.ts";
import { loginPath, pathWithNext, renderPage, safePath } from "../../pages/index.ts";
import { readAppearance } from "../../settings/index.ts";
import { bindChatAccount } from "../../users/index.ts";
import { beginAttempt, takeAttempt } from "../attempt.ts";
import { ProviderError } from "../provider-error.ts";
import { tellBinding } from "./notices.ts";
import type { ChatPlatform } from "./platform.ts";
import { chatPlatforms } from "./platforms.ts";
import { accountOf, departTo } from "./round-trip.ts";
import { text } from "./texts.ts";

const passwordPath = "/core/auth/password/verify/";

/** Says why an account was not bound. */
async function bindFailure(
  { language, services }: RequestContext,
  message: Message,
  back: string,
  status: number,
): Promise<RouteAnswer> {
  const say = (one: Message): string => translate(one, language);
  const look = await readAppearance(services.settings);
  return {
    status,
    body: renderPage(
      { language, look, title: say(text.bindFailed) },
      html`<h1>${say(text.bindFailed)}</h1>
<p class="error" role="alert">${say(message)}</p>
<a class="button" href="${back === "" ? consolePath("/profile/info") : back}">${say(text.back)}</a>`,
    ),
  };
}

function bindRoutes(platform: ChatPlatform): readonly RouteDeclaration[] {
  const { name, label, namesUserInCallback } = platform;
  const base = `/core/auth/${name}`;
  const bindPath = `${base}/qr/bind/`;
  const named = (message: Message): Message => withParameters(message, { platform: label });

  /** What went wrong at the platform; anything else is thrown on. */
  function refused(context: RequestContext, error: unknown, back: string): Promise<RouteAnswer> {
    if (!(error instanceof ProviderError)) throw error;
    log.warn({ provider: label, fault: error.fault, detail: error.detail }, "a binding failed");
    return bindFailure(context, error.told, back, error.fault === "unreachable" ? 502 : 400);
  }

  async function requireOn({ services }: RequestContext): Promise<void> {
    if (!(await services.settings.get<boolean>(platform.settings.switch))) {
      throw new ProviderError("not_set_up", "switched off");
    }
  }

  /** Asks for the password of whoever has not confirmed lately, then comes back. */
  function confirmFirst(target: string): RouteAnswer {
    return { location: pathWithNext(passwordPath, safePath(target) ?? bindPath) };
  }

  const withBack = (back: string): string =>
    back === "" ? bindPath : `${bindPath}?${new URLSearchParams({ redirect_url: back })}`;

  const begin: RouteDeclaration["handle"] = async (context, { headers, target }) => {
    if (context.principal === null || context.session === null) {
      return { location: pathWithNext(loginPath, safePath(target) ?? bindPath) };
    }
    // Where the terms of use are accepted: nothing is bound before that.
    if (context.principal.mustAcceptTerms) return { location: consolePath("/profile/info") };
    const back = safePath(context.query.get("redirect_url")) ?? "";
    // Whoever confirmed a moment ago must not be led by another page into binding what is open in their browser.
    if (isFromOtherSite(headers)) return bindFailure(context, text.fromElsewhere, back, 403);
    try {
      await requireConfirmation(context, "relogin");
    } catch (error) {
      if (!(error instanceof ConfirmationRequired)) throw error;
      return confirmFirst(withBack(back));
    }
    try {
      await requireOn(context);
      const { id } = context.principal;
      const path = namesUserInCallback ? `${bindPath}${id}/callback/` : `${bindPath}callback/`;
      const { address, state, memory } = await departTo(context, platform, "bind", path);
      const attempt = { source: name, state, next: back, isTrial: false, memory: { ...memory, user: id } };
      const cookies = await beginAttempt(context, attempt, true);
      return { location: address.href, cookies };
    } catch (error) {
      return refused(context, error, back);
    }
  };

  const finish: RouteDeclaration["handle"] = async (context, { target, params }) => {
    const query = new URL(target, "http://own.invalid").searchParams;
    const attempt =
      context.principal === null ? null : await takeAttempt(context, name, query.get("state") ?? "");
    if (attempt === null) return refused(context, new ProviderError("not_begun", "state"), "");
    const known = caller(context);
    const { principal, services } = known;
    const back = attempt.next;
    try {
      await requireOn(context);
      const isOwn = attempt.memory.user === principal.id && (params.user ?? principal.id) === principal.id;
      if (!isOwn) throw new ProviderError("not_begun", "user");
      const account = await accountOf(context, platform, "bind", query, attempt);
      const binding = await services.db.transaction().execute(async (db) => {
        const inside = { ...known, db };
        const outcome = await bindChatAccount(db, principal.id, name, account);
        if (outcome !== "bound") return outcome;
        await recordOperation(inside, {
          action: "update",
          type: text.user,
          name: principal.name,
          id: principal.id,
        });
        await tellBinding(inside, platform, principal.id, { account, isBound: true });
        return outcome;
      });
      if (binding === "taken") return bindFailure(context, named(text.taken), back, 400);
      if (binding === "has-one") return bindFailure(context, named(text.hasOne), back, 400);
      return { location: back === "" ? consolePath("/profile/info") : back };
    } catch (error) {
      return refused(context, error, back);
    }
  };

  return [
    {
      methods: ["GET"],
      path: `${base}/bind/start/`,
      access: signedIn("asks for the caller's own password and leads on"),
      handle: async ({ query }) => confirmFirst(withBack(safePath(query.get("redirect_url")) ?? "")),
    },
    {
      methods: ["GET"],
      path: bindPath,
      access: anonymous("leads to the sign-in page, or the person who is signed in to the platform"),
      // The session that remembers the attempt has to be there when the browser comes back.
      transaction: false,
      handle: begin,
    },
    {
      methods: ["GET"],
      path: namesUserInCallback ? `${bindPath}:user/callback/` : `${bindPath}callback/`,
      access: anonymous("only what began in this session is finished, once"),
      transaction: false,
      handle: finish,
    },
  ];
}

/** Binding an account of a platform to oneself. Contract: docs/contract/identity.md, "Chat platforms". */
export const chatBindRoutes: readonly RouteDeclaration[] = chatPlatforms.flatMap(bindRoutes);
