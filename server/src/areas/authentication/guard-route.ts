import type { RequestContext } from "../../engine/access/context.ts";
import { anonymous } from "../../engine/access/rules.ts";
import type { RouteAnswer, RouteDeclaration, RouteRequest } from "../../engine/http/routes.ts";
import { showLoginForm } from "./login-form.ts";
import { asText } from "./page-forms.ts";
import { guardPath, loginPath, pathWithNext } from "./paths.ts";
import { safePath } from "./safe-path.ts";
import { signedInCookies } from "./session-cookies.ts";
import { completeSignIn, type Origin, recordFailure } from "./sign-in/complete.ts";
import { resumeSignIn } from "./sign-in/resume.ts";
import { firstOpenStep } from "./sign-in/steps.ts";

/** Sends somebody who began to sign in to what is still to be done, or lets them in. */
async function proceed(context: RequestContext, request: RouteRequest): Promise<RouteAnswer> {
  const { services, remoteAddress } = context;
  const next = safePath(context.query.get("next")) ?? "";
  if (context.principal !== null) return { location: next === "" ? "/" : next };
  const resumed = await resumeSignIn(context);
  if (resumed === null) return { location: pathWithNext(loginPath, next) };
  const { pending, user } = resumed;
  const open = await firstOpenStep(services, pending);
  if (open?.state === "owed") return { location: pathWithNext(open.page, pending.next) };
  const origin: Origin = { remoteAddress, userAgent: asText(request.headers["user-agent"]), type: "W" };
  if (open !== null) {
    await services.sessions.destroy(pending.session);
    await recordFailure(services, user.username, origin, open);
    const { username, next: wanted } = pending;
    return showLoginForm(context, request, { username, next: wanted, error: open.message });
  }
  const session = await completeSignIn(context, user, origin, pending);
  return {
    location: pending.next === "" ? "/" : pending.next,
    cookies: await signedInCookies(services, session, pending.autoLogin),
  };
}

/** Decides the next step of a sign-in. Contract: docs/contract/identity.md, "Guard". */
export const guardRoute: RouteDeclaration = {
  methods: ["GET"],
  path: guardPath,
  access: anonymous("only a sign-in that began in this session gets on"),
  handle: proceed,
};
