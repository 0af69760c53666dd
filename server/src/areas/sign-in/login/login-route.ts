import { anonymous, type RequestContext } from "../../../engine/access/index.ts";
import { ApiError, TooManyRequests } from "../../../engine/errors.ts";
import type { RouteAnswer, RouteDeclaration, RouteRequest } from "../../../engine/http/index.ts";
import { type Message, withParameters } from "../../../engine/i18n/index.ts";
import { saveLoginSecret } from "../../accounts/index.ts";
import {
  createPendingSignIn,
  limitSignIn,
  pendingCookies,
  storePendingSignIn,
} from "../../credentials/index.ts";
import { passFactor } from "../../factors/index.ts";
import {
  asText,
  csrfFailurePath,
  fieldsOf,
  guardPath,
  loginPath,
  originOf,
  pathWithNext,
  safePath,
} from "../../pages/index.ts";
import { askForCaptcha, forgetCaptcha } from "../captcha/index.ts";
import { takeFirstStep } from "../first-step.ts";
import { startPasswordChange } from "../password-change.ts";
import { proveSentAlong } from "../second-factor/login-parts.ts";
import { text } from "../texts.ts";
import { extraOf, withExtra } from "./extra.ts";
import { showLoginForm } from "./login-form.ts";
import { leadToProvider } from "./provider-choice.ts";

/** The form as it was sent. */
interface Submitted {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly username: string;
  readonly next: string;
}

async function signIn(context: RequestContext, request: RouteRequest): Promise<RouteAnswer> {
  const fields = fieldsOf(request);
  const next = safePath(asText(fields.next)) ?? safePath(context.query.get("next")) ?? "";
  const username = asText(fields.username).trim().slice(0, 100);
  const refuse = (error: Message): Promise<RouteAnswer> =>
    showLoginForm(context, request, { username, next, error });

  const origin = await originOf(context, request);
  if (origin === "no-cookie") return refuse(text.cookieMissing);
  if (origin === "foreign") return { location: csrfFailurePath(next) };
  const { length } = asText(fields.password);
  if (username === "" || length === 0 || length > 4096) return refuse(text.credentialsMissing);
  try {
    limitSignIn(context, username);
    return await submit(context, request, { fields, username, next }, refuse);
  } catch (error) {
    // Too many at once, or a password that cannot be read.
    if (!(error instanceof ApiError)) throw error;
    const again = { ...(await refuse(error.detail)), status: error.status };
    return error instanceof TooManyRequests
      ? { ...again, headers: { "retry-after": String(error.retryAfter) } }
      : again;
  }
}

async function submit(
  context: RequestContext,
  request: RouteRequest,
  { fields, username, next }: Submitted,
  refuse: (error: Message) => Promise<RouteAnswer>,
): Promise<RouteAnswer> {
  const { services, remoteAddress, session } = context;
  const extra = await extraOf(context, username);
  const given = await withExtra(context, extra, fields);
  if ("problem" in given) return refuse(given.problem);
  const from = { remoteAddress, userAgent: asText(request.headers["user-agent"]), type: "W" } as const;
  const step = await takeFirstStep(services, {
    username,
    proof: { kind: "password", password: given.password },
    ...from,
  });
  if (step.result === "refused") {
    await askForCaptcha(services, { username, remoteAddress });
    return refuse(step.refusal.message);
  }
  await forgetCaptcha(services, { username, remoteAddress });
  const autoLogin = fields.auto_login !== undefined && fields.auto_login !== "";
  const pendingSignIn = createPendingSignIn(step.proven, { autoLogin, next });
  if (step.result === "must-change") return startPasswordChange(context, pendingSignIn);
  const along = extra === "mfa" ? await proveSentAlong(context, step.proven, fields, from) : { factor: null };
  if ("problem" in along) return refuse(along.problem);
  // A session that was there before the sign-in is never the one after it.
  if (session !== null) await services.sessions.destroy(session);
  const pending = await storePendingSignIn(services, pendingSignIn);
  // What was typed with a code behind it is no password of an asset.
  if (extra !== "challenge") {
    const password = await services.fieldCipher.open(given.password);
    await saveLoginSecret(services, pending.session, { userId: step.proven.user.id, password });
  }
  if (along.factor !== null) await passFactor(context, pending.session, along.factor);
  return { location: pathWithNext(guardPath, next), cookies: pendingCookies(pending) };
}

/** The sign-in page. Contract: docs/contract/identity.md, "Sign-in page". */
export const loginRoute: RouteDeclaration = {
  methods: ["GET", "POST"],
  path: loginPath,
  access: anonymous("this is where people sign in; failures are counted and lock"),
  // The form carries a token of its own, because there is no session yet.
  csrf: false,
  // A failed attempt is counted and logged although the answer is an error.
  transaction: false,
  bodyLimit: 16_384,
  handle: async (context, request) => {
    if (request.method === "POST") return signIn(context, request);
    const next = safePath(context.query.get("next")) ?? "";
    if (context.principal !== null) return { location: next === "" ? "/" : next };
    const elsewhere = await leadToProvider(context, next);
    if (elsewhere !== null) return elsewhere;
    const origin = asText(request.headers.origin) || `http://${asText(request.headers.host)}`;
    const error = context.query.has("csrf_failure") ? withParameters(text.untrustedOrigin, { origin }) : null;
    return showLoginForm(context, request, { username: "", next, error });
  },
};
