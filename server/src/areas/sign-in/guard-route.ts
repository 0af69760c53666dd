import { anonymous, type RequestContext } from "../../engine/access/index.ts";
import type { RouteAnswer, RouteDeclaration, RouteRequest } from "../../engine/http/index.ts";
import { resumeSignIn, signedInCookies } from "../credentials/index.ts";
import { guardPath, loginPath, pathWithNext, safePath } from "../pages/index.ts";
import { completeSignIn, originOfSignIn, recordFailure } from "./complete.ts";
import { saveReview } from "./consent/save-review.ts";
import { showLoginForm } from "./login/login-form.ts";
import { firstOpenStep } from "./steps.ts";

/** Sends somebody who began to sign in to what is still to be done, or lets them in. */
async function proceed(context: RequestContext, request: RouteRequest): Promise<RouteAnswer> {
  const { services } = context;
  const next = safePath(context.query.get("next")) ?? "";
  if (context.principal !== null) return { location: next === "" ? "/" : next };
  const resumed = await resumeSignIn(context, "steps", { answers: true });
  if (resumed === null) return { location: pathWithNext(loginPath, next) };
  const { pending, user } = resumed;
  const origin = originOfSignIn(context, request);
  const open = await firstOpenStep(services, pending, origin, {
    user,
    version: context.accessVersion,
  });
  if (open?.state === "required") {
    if (open.review !== undefined) await saveReview(services, pending, open.review);
    return { location: pathWithNext(open.page, pending.next) };
  }
  if (open !== null) {
    await services.sessions.destroy(pending.session);
    await recordFailure(services, user.username, origin, open);
    const { username, next: wanted } = pending;
    return showLoginForm(context, request, { username, next: wanted, error: open.message });
  }
  const session = await completeSignIn(context, user, origin, pending);
  if (session === null) return { location: pathWithNext(loginPath, next) };
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
