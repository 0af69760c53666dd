import { anonymous, type RequestContext } from "../../../engine/access/index.ts";
import { NotAuthenticated } from "../../../engine/errors.ts";
import type { RouteAnswer, RouteDeclaration, RouteRequest } from "../../../engine/http/index.ts";
import { type Message, translate } from "../../../engine/i18n/index.ts";
import { queueJob } from "../../../engine/jobs/index.ts";
import { text as line } from "../../../engine/resource/index.ts";
import { limitSignIn, noPendingSignIn, resumeSignIn } from "../../credentials/index.ts";
import {
  type FactorOwner,
  findFactorOwner,
  givenChallenge,
  isInLoginPage,
  offeredFactors,
  passFactor,
  personAt,
  type SecondFactor,
} from "../../factors/index.ts";
import { asText, fieldsOf } from "../../pages/index.ts";
import { countAddressFailure, usersTable } from "../../users/index.ts";
import { text } from "../texts.ts";
import { namedCodeJob } from "./named-code-job.ts";
import { demandOf, proveAtSignIn } from "./prove-at-sign-in.ts";

const refused = (context: RequestContext, code: string, message: Message): RouteAnswer => ({
  status: 400,
  body: { error: code, msg: translate(message, context.language) },
});

/** Proves the second factor of a sign-in that began in this session. */
async function verify(context: RequestContext, request: RouteRequest): Promise<RouteAnswer> {
  const person = await personAt(context, { answers: true });
  if (person === null || person.pending === null) return refused(context, "session_empty", noPendingSignIn);
  const { owner, pending, session } = person;
  limitSignIn(context, owner.username);
  const fields = fieldsOf(request);
  const outcome = await proveAtSignIn(
    context,
    {
      owner,
      remoteAddress: context.remoteAddress,
      name: asText(fields.type),
      code: asText(fields.code),
      ...givenChallenge(session.key, request.cookies),
      ...demandOf(pending),
    },
    {
      userAgent: asText(request.headers["user-agent"]),
      type: request.headers["x-jms-login-type"] === "T" ? "T" : "U",
      backend: pending.backend,
    },
  );
  if (outcome.factor === null) return refused(context, outcome.code, outcome.message);
  await passFactor(context, session, outcome.factor.name);
  return { body: { msg: "ok" } };
}

/** The person a code is sent to: the caller, or who is signing in here; null where nobody is known yet. */
async function receiver(context: RequestContext, request: RouteRequest): Promise<FactorOwner | null> {
  const { services, principal, remoteAddress } = context;
  const { authorization } = request.headers;
  if (authorization !== undefined) {
    const { method, target, rawHeaders } = request;
    try {
      const found = await services.principals.authenticate({
        method,
        target,
        rawHeaders,
        authorization,
        remoteAddress,
      });
      // A signature vouches for a body too, which nobody has compared on a route for everybody.
      if (found === null || found.checkBody !== undefined) return null;
      return await findFactorOwner(services, found.principal.id);
    } catch (error) {
      // A token that opens nothing is nobody's.
      if (error instanceof NotAuthenticated) return null;
      throw error;
    }
  }
  const userId = principal?.id ?? (await resumeSignIn(context))?.user.id;
  return userId === undefined ? null : findFactorOwner(services, userId);
}

/**
 * Where the second factor is on the sign-in page itself, a code is sent before the password is known. The answer
 * is the same for every name; asking for names that do not exist counts as failing.
 */
async function sendByName(context: RequestContext, username: string, factor: SecondFactor): Promise<void> {
  const { services, remoteAddress, language } = context;
  const { db, settings } = services;
  limitSignIn(context, username);
  const user = await db
    .selectFrom(usersTable.as("users"))
    .select("id")
    .where("username", "=", username)
    .where("is_active", "=", true)
    .executeTakeFirst();
  const owner = user === undefined ? null : await findFactorOwner(services, user.id);
  if (owner === null) {
    const minutes = await settings.get<number>("SECURITY_LOGIN_IP_LIMIT_TIME");
    await countAddressFailure(db, remoteAddress, minutes);
  } else if (factor.isActive(owner)) {
    // By the worker: how long a service takes would tell that there is such a user.
    await queueJob(services, namedCodeJob, {
      userId: owner.id,
      factor: factor.name,
      language,
      remoteAddress,
    });
  }
}

/** Sends a code, where the factor is one whose codes are sent and this installation can send them. */
async function sendCode(context: RequestContext, request: RouteRequest): Promise<RouteAnswer> {
  const { services, language } = context;
  const fields = fieldsOf(request);
  const name = asText(fields.type);
  const factor = (await offeredFactors(services)).find((one) => one.name === name);
  const owner = await receiver(context, request);
  const username = asText(fields.username).replaceAll("\0", "").trim().slice(0, 128);
  const byName = owner === null && username !== "" && (await isInLoginPage(services));
  if (factor?.send === undefined || !(byName || (owner !== null && factor.isActive(owner)))) {
    const unsent = name === "sms" ? text.smsNotConfigured : text.codeNotSent;
    return { status: 400, body: { error: translate(unsent, language) } };
  }
  if (owner === null) {
    await sendByName(context, username, factor);
  } else {
    limitSignIn(context, owner.username);
    await factor.send(services, owner, { language, remoteAddress: context.remoteAddress, isProven: true });
  }
  return { status: 201, body: {} };
}

const sendFields = {
  type: line({ label: text.mfaType, required: true }),
  username: line({ label: text.username }),
};
const verifyFields = {
  type: line({ label: text.mfaType }),
  code: line({ label: text.secretKey, required: true }),
};

const route = (
  name: string,
  title: string,
  reason: string,
  handle: RouteDeclaration["handle"],
  fields: NonNullable<RouteDeclaration["fields"]>["POST"] & object,
): RouteDeclaration => ({
  methods: ["POST"],
  path: `/api/v1/authentication/mfa/${name}/`,
  access: anonymous(reason),
  title,
  // A wrong code is counted although the answer is an error.
  transaction: false,
  bodyLimit: 32_768,
  fields: { POST: fields },
  handle,
});

const proves = "only a sign-in that began in this session gets on, with the right code";
const sends = "a code goes to the device of the caller, or of whoever is signing in";

/** Second factors of a sign-in by API. Contract: docs/contract/identity.md, "Second factor at sign-in". */
export const mfaRoutes: readonly RouteDeclaration[] = [
  route("verify", "MFA Challenge Verify Api", proves, verify, verifyFields),
  route("challenge", "MFA Challenge Verify Api", proves, verify, verifyFields),
  route("select", "MFA Send Code Api", sends, sendCode, sendFields),
  route("send-code", "MFA Send Code Api", sends, sendCode, sendFields),
];
