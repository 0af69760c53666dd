import { anonymous, type CallerContext, type RequestContext } from "../../engine/access/index.ts";
import { NotAuthenticated } from "../../engine/errors.ts";
import type { RouteAnswer, RouteDeclaration, RouteRequest } from "../../engine/http/index.ts";
import { translate } from "../../engine/i18n/index.ts";
import {
  computed,
  datetime,
  describeInputFields,
  text as line,
  writeInstant,
} from "../../engine/resource/index.ts";
import {
  createPendingSignIn,
  issueBearerToken,
  type LoginType,
  limitSignIn,
  type PendingSignIn,
  pendingCookies,
  resumeSignIn,
  type SignInUser,
  type StoredPendingSignIn,
  signedOutCookies,
  storePendingSignIn,
} from "../credentials/index.ts";
import { isInLoginPage } from "../factors/index.ts";
import { asText, fieldsOf } from "../pages/index.ts";
import { userRoles } from "../roles/index.ts";
import { describedProfile, presentProfile, profileResource } from "../users/index.ts";
import { recordFailure, recordSuccess } from "./complete.ts";
import { saveReview } from "./consent/save-review.ts";
import { takeFirstStep } from "./first-step.ts";
import { proveSentAlong } from "./second-factor/login-parts.ts";
import { firstOpenStep } from "./steps.ts";
import { text } from "./texts.ts";

const profile = profileResource(userRoles);

/** The context as it is for the user who just proved who they are. */
async function contextOf(context: RequestContext, userId: string): Promise<CallerContext> {
  const { services, organization, accessVersion } = context;
  const principal = await services.principals.load(userId, accessVersion);
  if (principal === null) throw new NotAuthenticated("authentication_failed");
  const permissions = await services.permissions.permissions(principal, organization, accessVersion);
  return { ...context, principal, permissions, credential: "bearer" };
}

/** Who signs in: whoever began in this session, or whom the body proves. */
async function identifySigner(context: RequestContext, request: RouteRequest): Promise<Signer | RouteAnswer> {
  const { language, services, remoteAddress } = context;
  const body = fieldsOf(request);
  const username = asText(body.username).trim();
  const resumed = await resumeSignIn(context, "steps", { answers: true });
  if (resumed !== null && resumed.user.username === username) {
    return { user: resumed.user, pendingSignIn: resumed.pending, pending: resumed.pending };
  }
  const password = asText(body.password);
  // A public key in the body proves nothing: only the gateway has seen its other half at work.
  if (username === "" || password === "") {
    return {
      status: 400,
      body: { error: "password_failed", msg: translate(text.credentialsMissing, language) },
    };
  }
  limitSignIn(context, username);
  const proof = { kind: "password", password } as const;
  // The body's `remote_addr` is a claim of the client; the lock and the log need the real address.
  const step = await takeFirstStep(services, { username, proof, remoteAddress, ...clientOf(request) });
  if (step.result === "must-change") {
    return { status: 400, body: { error: translate(step.passwordExpiry.message, language) } };
  }
  if (step.result === "refused") {
    const { code, message } = step.refusal;
    return { status: 400, body: { error: code, msg: translate(message, language) } };
  }
  const { proven } = step;
  const from = { remoteAddress, ...clientOf(request) };
  const along = (await isInLoginPage(services))
    ? await proveSentAlong(context, proven, body, from)
    : { factor: null };
  if ("problem" in along) {
    return { status: 400, body: { error: along.code, msg: translate(along.problem, language) } };
  }
  const found = createPendingSignIn(proven, { autoLogin: false, next: "" });
  const done = along.factor === null ? {} : { mfa: along.factor };
  return { user: proven.user, pendingSignIn: { ...found, ...done }, pending: null };
}

/** Somebody at the access channel of the API. */
interface Signer {
  readonly user: SignInUser;
  readonly pendingSignIn: PendingSignIn;
  /** The sign-in that is taken up; null when it begins with this request. */
  readonly pending: StoredPendingSignIn | null;
}

/** What the login log records of a client of the API. */
function clientOf({ headers }: RouteRequest): { readonly userAgent: string; readonly type: LoginType } {
  const type = headers["x-jms-login-type"];
  return { userAgent: asText(headers["user-agent"]), type: type === "T" || type === "W" ? type : "U" };
}

async function issueToken(context: RequestContext, request: RouteRequest): Promise<RouteAnswer> {
  const { services, language, remoteAddress } = context;
  const signer = await identifySigner(context, request);
  if (!("user" in signer)) return signer;
  const { user, pending } = signer;
  const origin = { remoteAddress, ...clientOf(request) };
  const open = await firstOpenStep(services, signer.pendingSignIn, origin, { user });
  if (open?.state === "required" && open.data === null) {
    await recordFailure(services, user.username, origin, open);
    return { status: 400, body: { error: translate(open.message, language) } };
  }
  if (open?.state === "required") {
    const { code, message, data, review } = open;
    if (pending !== null && review !== undefined) await saveReview(services, pending, review);
    const asked = review === undefined ? {} : { review: { id: review.id, at: review.dateCreated.getTime() } };
    const cookies =
      pending === null
        ? pendingCookies(await storePendingSignIn(services, { ...signer.pendingSignIn, ...asked }))
        : [];
    return { status: 200, body: { error: code, msg: translate(message, language), data }, cookies };
  }
  if (pending !== null) await services.sessions.destroy(pending.session);
  const ended = pending === null ? [] : signedOutCookies;
  if (open !== null) {
    await recordFailure(services, user.username, origin, open);
    const { code, message, data } = open;
    const told = { error: code, msg: translate(message, language) };
    if (data !== undefined) return { status: 200, body: { ...told, data }, cookies: ended };
    return { status: 400, body: told, cookies: ended };
  }
  await recordSuccess(services, user, origin, signer.pendingSignIn);
  const { token, expires } = await issueBearerToken(services, user.id, remoteAddress);
  return {
    status: 201,
    body: {
      token,
      keyword: "Bearer",
      date_expired: writeInstant(expires, context.timeZone),
      user: await presentProfile(userRoles, profile, await contextOf(context, user.id)),
    },
    cookies: ended,
  };
}

const fields = {
  username: line({ label: text.username, writeOnly: true }),
  password: line({ label: text.password, writeOnly: true }),
  token: line({ label: text.token, readOnly: true }),
  keyword: computed({ label: text.keyword, present: () => "Bearer" }),
  date_expired: datetime({ label: text.dateExpired, readOnly: true }),
  user: computed({
    label: text.userField,
    type: "nested object",
    present: () => null,
    describe: (context) => ({ children: describeInputFields(describedProfile(profile), context) }),
  }),
};

/** `authentication/auth/` and its alias `tokens/`. Contract: docs/contract/identity.md, "Bearer tokens". */
export const tokenRoutes: readonly RouteDeclaration[] = ["auth", "tokens"].map((name) => ({
  methods: ["POST"],
  path: `/api/v1/authentication/${name}/`,
  access: anonymous("signing in: the body carries the credentials, and failures lock"),
  title: "Token Create Api",
  csrf: false,
  // A failed attempt is counted and logged although the answer is an error.
  transaction: false,
  fields: { POST: fields },
  handle: issueToken,
}));
