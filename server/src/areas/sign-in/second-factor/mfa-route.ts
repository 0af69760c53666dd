import { anonymous } from "../../../engine/access/index.ts";
import { TooManyRequests } from "../../../engine/errors.ts";
import {
  cookieNames,
  type RouteAnswer,
  type RouteDeclaration,
  type RouteRequest,
} from "../../../engine/http/index.ts";
import type { Message } from "../../../engine/i18n/index.ts";
import { sameText } from "../../../engine/secrets/index.ts";
import { limitSignIn, type StoredPendingSignIn } from "../../credentials/index.ts";
import {
  type FactorPerson,
  findFactor,
  givenChallenge,
  hasFactor,
  isMfaEnabled,
  offeredFactors,
  otpPages,
  passFactor,
  personAt,
  relyingParty,
} from "../../factors/index.ts";
import { asText, fieldsOf, guardPath, loginPath, mfaPath } from "../../pages/index.ts";
import { readAppearance } from "../../settings/index.ts";
import { renderMfaPage } from "./mfa-page.ts";
import { demandOf, proveAtSignIn } from "./prove-at-sign-in.ts";

/** What went wrong, and with which factor. */
interface Failure {
  readonly message: Message;
  readonly chosen: string;
  readonly status: number;
}

async function show(
  { context, owner, session, pending }: FactorPerson,
  failure?: Failure,
): Promise<RouteAnswer> {
  const { services, language } = context;
  const demanded = pending?.demanded;
  const asked = demanded === undefined ? undefined : findFactor(services, demanded.factor);
  const body = renderMfaPage({
    language,
    look: await readAppearance(services.settings),
    csrfToken: session.csrfToken,
    owner,
    factors: asked === undefined ? await offeredFactors(services) : [asked],
    prompt: demanded?.prompt ?? "",
    chosen: failure?.chosen ?? "",
    resendSeconds: await services.settings.get<number>("VERIFY_CODE_TTL"),
    passkeyOrigin: (await relyingParty(services))?.origin ?? null,
    otherAccount: loginPath,
    error: failure?.message ?? null,
  });
  // The script finds the token by it; who comes from a provider has not seen the sign-in page, which sets it, too.
  const prefix = {
    name: cookieNames.prefix,
    value: services.config.sessionCookieNamePrefix,
    httpOnly: false,
  };
  return { status: failure?.status ?? 200, body, cookies: [prefix] };
}

async function verify(
  person: FactorPerson,
  pending: StoredPendingSignIn,
  request: RouteRequest,
): Promise<RouteAnswer> {
  const { context, owner, session } = person;
  const fields = fieldsOf(request);
  const name = asText(fields.mfa_type);
  const code = asText(fields.code);
  try {
    limitSignIn(context, owner.username);
  } catch (error) {
    if (!(error instanceof TooManyRequests)) throw error;
    const headers = { "retry-after": String(error.retryAfter) };
    return { ...(await show(person, { message: error.detail, chosen: name, status: 429 })), headers };
  }
  const outcome = await proveAtSignIn(
    context,
    {
      owner,
      remoteAddress: context.remoteAddress,
      name,
      code,
      ...givenChallenge(session.key, request.cookies),
      ...demandOf(pending),
    },
    { userAgent: asText(request.headers["user-agent"]), type: "W", backend: pending.backend },
  );
  if (outcome.factor === null) return show(person, { message: outcome.message, chosen: name, status: 400 });
  await passFactor(context, session, outcome.factor.name);
  return { location: guardPath };
}

/** The second step of a sign-in. Contract: docs/contract/identity.md, "Second factor at sign-in". */
export const mfaRoute: RouteDeclaration = {
  methods: ["GET", "POST"],
  path: mfaPath,
  access: anonymous("for whoever gave the right password; everybody else is sent to the sign-in page"),
  // The form carries the session's token itself.
  csrf: false,
  // A wrong code is counted although the answer is an error.
  transaction: false,
  bodyLimit: 32_768,
  handle: async (context, request) => {
    const person = await personAt(context, { answers: true });
    if (person === null) return { location: loginPath };
    if (person.pending === null) return { location: guardPath };
    if (person.pending.demanded === undefined) {
      if (!(await isMfaEnabled(context.services, person.owner))) return { location: guardPath };
      if (!(await hasFactor(context.services, person.owner))) return { location: otpPages.setUp };
    }
    if (request.method !== "POST") return show(person);
    const isOurs = sameText(asText(fieldsOf(request).csrfmiddlewaretoken), person.session.csrfToken);
    return isOurs ? verify(person, person.pending, request) : { location: mfaPath };
  },
};
