import { anonymous, type RequestContext } from "../../../engine/access/index.ts";
import { TooManyRequests } from "../../../engine/errors.ts";
import type { RouteAnswer, RouteDeclaration, RouteRequest } from "../../../engine/http/index.ts";
import type { Message } from "../../../engine/i18n/index.ts";
import {
  createPendingSignIn,
  findSignInUser,
  limitSignIn,
  pendingCookies,
  storePendingSignIn,
} from "../../credentials/index.ts";
import {
  checkAssertion,
  factorText,
  givenChallenge,
  noSession,
  passFactor,
  passkeyFactor,
} from "../../factors/index.ts";
import {
  asText,
  csrfFailurePath,
  fieldsOf,
  guardPath,
  loginPath,
  originOf,
  passkeySignInPath,
  pathWithNext,
  safePath,
} from "../../pages/index.ts";
import { takeFirstStep } from "../first-step.ts";
import { showLoginForm } from "../login/login-form.ts";
import { startPasswordChange } from "../password-change.ts";
import { text } from "../texts.ts";

/**
 * Signs in whose passkey answered. Device and person were both proven, so the second factor is done as well; all
 * other rules of a sign-in apply.
 */
async function signIn(context: RequestContext, request: RouteRequest): Promise<RouteAnswer> {
  const { services, remoteAddress, session } = context;
  const fields = fieldsOf(request);
  const next = safePath(asText(fields.next)) ?? "";
  const refuse = async (error: Message, status = 400): Promise<RouteAnswer> => ({
    ...(await showLoginForm(context, request, { username: "", next, error })),
    status,
  });
  const origin = await originOf(context, request);
  if (origin === "no-cookie") return refuse(text.cookieMissing);
  if (origin === "foreign") return { location: csrfFailurePath(next) };
  const { challenge } = givenChallenge(noSession, request.cookies);
  const answer = asText(fields.answer);
  const passkey = challenge && (await checkAssertion(services, { answer, purpose: "sign-in", challenge }));
  const user = passkey && (await findSignInUser(services, { id: passkey.user_id }));
  if (passkey == null || user == null) return refuse(factorText.passkeyRefused);
  try {
    limitSignIn(context, user.username);
  } catch (error) {
    if (!(error instanceof TooManyRequests)) throw error;
    const headers = { "retry-after": String(error.retryAfter) };
    return { ...(await refuse(error.detail, error.status)), headers };
  }
  const step = await takeFirstStep(services, {
    username: user.username,
    proof: { kind: "passkey", key: passkey.id },
    remoteAddress,
    userAgent: asText(request.headers["user-agent"]),
    type: "W",
  });
  if (step.result === "refused") return refuse(step.refusal.message);
  const autoLogin = asText(fields.auto_login) !== "";
  const pendingSignIn = createPendingSignIn(step.proven, { autoLogin, next });
  if (step.result === "must-change") return startPasswordChange(context, pendingSignIn);
  // A session that was there before the sign-in is never the one after it.
  if (session !== null) await services.sessions.destroy(session);
  const pending = await storePendingSignIn(services, pendingSignIn);
  await passFactor(context, pending.session, passkeyFactor.name);
  return { location: pathWithNext(guardPath, next), cookies: pendingCookies(pending) };
}

/** Signing in with nothing but a passkey; an extension. Contract: docs/contract/identity.md, "Passkeys". */
export const passkeySignInRoute: RouteDeclaration = {
  methods: ["GET", "POST"],
  path: passkeySignInPath,
  access: anonymous("this is where people sign in with a passkey"),
  // The form carries a token of its own, because there is no session yet.
  csrf: false,
  // A challenge is used up although the answer is an error.
  transaction: false,
  bodyLimit: 32_768,
  // The address stays after a failure, and reloading it begins again.
  handle: async (context, request) =>
    request.method === "POST" ? signIn(context, request) : { location: loginPath },
};
