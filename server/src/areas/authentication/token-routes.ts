import type { CallerContext, RequestContext } from "../../engine/access/context.ts";
import { anonymous } from "../../engine/access/rules.ts";
import { NotAuthenticated } from "../../engine/errors.ts";
import type { RouteAnswer, RouteDeclaration, RouteRequest } from "../../engine/http/routes.ts";
import { translate } from "../../engine/i18n/messages.ts";
import { isObject } from "../../engine/json.ts";
import { computed } from "../../engine/resource/field-kinds/composites.ts";
import { datetime } from "../../engine/resource/field-kinds/scalars.ts";
import { text as line } from "../../engine/resource/field-kinds/text.ts";
import { writeInstant } from "../../engine/resource/instants.ts";
import { describeInputFields } from "../../engine/resource/operations/describe.ts";
import { userRoles } from "../roles/index.ts";
import { describedProfile, presentProfile, profileResource } from "../users/index.ts";
import { issueBearerToken } from "./bearer-tokens.ts";
import { checkPassword } from "./check-password.ts";
import { takeSignIn } from "./sign-in-limits.ts";
import { text } from "./texts.ts";

const profile = profileResource(userRoles);

const asText = (value: unknown): string => (typeof value === "string" ? value : "");

/** The context as it is for the user who just proved who they are. */
async function contextOf(context: RequestContext, userId: string): Promise<CallerContext> {
  const { services, organization, accessVersion } = context;
  const principal = await services.principals.load(userId, accessVersion);
  if (principal === null) throw new NotAuthenticated("authentication_failed");
  const permissions = await services.permissions.permissions(principal, organization, accessVersion);
  return { ...context, principal, permissions, credential: "bearer" };
}

async function issueToken(context: RequestContext, request: RouteRequest): Promise<RouteAnswer> {
  const body = isObject(request.body) ? request.body : {};
  const username = asText(body.username).trim();
  const password = asText(body.password);
  if (username === "" || password === "") {
    const msg = translate(text.credentialsMissing, context.language);
    return { status: 400, body: { error: "password_failed", msg } };
  }
  takeSignIn(context, username);
  const outcome = await checkPassword(context.services, {
    username,
    password,
    // The body's `remote_addr` is a claim of the client; the lock and the log need the real address.
    remoteAddress: context.remoteAddress,
    userAgent: asText(request.headers["user-agent"]),
    type: request.headers["x-jms-login-type"] === "T" ? "T" : "U",
  });
  if (outcome.user === null) {
    return { status: 400, body: { error: outcome.code, msg: translate(outcome.message, context.language) } };
  }
  const { token, expires } = await issueBearerToken(context.services, outcome.user.id, context.remoteAddress);
  return {
    status: 201,
    body: {
      token,
      keyword: "Bearer",
      date_expired: writeInstant(expires, context.timeZone),
      user: await presentProfile(userRoles, profile, await contextOf(context, outcome.user.id)),
    },
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
