import { anonymous, confirmSeconds, requireConfirmation } from "../../../engine/access/index.ts";
import { recordOperation } from "../../../engine/audit/index.ts";
import { ConfirmationRequired } from "../../../engine/errors.ts";
import {
  type FlashMessage,
  type RouteAnswer,
  type RouteDeclaration,
  type RouteRequest,
  saveFlashMessage,
} from "../../../engine/http/index.ts";
import type { Message } from "../../../engine/i18n/index.ts";
import { writeInstant } from "../../../engine/resource/index.ts";
import { sameText } from "../../../engine/secrets/index.ts";
import {
  type FactorPerson,
  ownChallengePath,
  type PageFailure,
  personAt,
  proveOnPage,
  relyingParty,
  usableFactors,
} from "../../factors/index.ts";
import { asText, fieldsOf, loginPath, pathWithNext } from "../../pages/index.ts";
import { readAppearance } from "../../settings/index.ts";
import { certificateHours } from "../certificate-settings.ts";
import { certifyKey, fingerprintOf, readCertifiableKey } from "../certificate-store.ts";
import { text } from "../texts.ts";
import { renderRequestPage } from "./request-page.ts";
import { requestPath } from "./request-path.ts";
import { checkCode, decideRequest, findRequest, type WaitingRequest } from "./request-store.ts";

/** A link that was opened by the person it is for. */
interface OpenedRequest {
  readonly person: FactorPerson;
  readonly request: WaitingRequest;
  /** Path of the page. */
  readonly own: string;
}

const flash = async (
  { context }: Pick<FactorPerson, "context">,
  message: Omit<FlashMessage, "autoRedirect" | "redirectUrl">,
): Promise<RouteAnswer> => ({
  location: await saveFlashMessage(context.services.db, {
    ...message,
    autoRedirect: false,
    redirectUrl: "/ui/",
  }),
});

const gone = { title: text.goneTitle, error: text.gone };

/**
 * The factor this sign-in or a confirmation has just proven; null: it is asked for here. Whoever had to sign in for the
 * link need not wait for the next code of their authenticator.
 */
async function provenFactor({ context, session }: FactorPerson): Promise<string | null> {
  const { mfa } = session.data;
  const isRecent = Date.now() - session.dateCreated.getTime() < confirmSeconds * 1000;
  if (typeof mfa === "string" && isRecent) return mfa;
  try {
    await requireConfirmation(context, "mfa", "always");
    return "mfa";
  } catch (error) {
    if (error instanceof ConfirmationRequired) return null;
    throw error;
  }
}

/** The keys of a request that can be signed, as far as keys are signed. */
async function signableKeys({ context }: FactorPerson, { keys }: WaitingRequest): Promise<Buffer[]> {
  if ((await certificateHours(context.services)) === 0) return [];
  return keys.flatMap((line) => readCertifiableKey(line) ?? []);
}

async function show(
  { person, request, own }: OpenedRequest,
  again?: { readonly failure: PageFailure; readonly fields: Readonly<Record<string, unknown>> },
): Promise<RouteAnswer> {
  const { context, owner, session } = person;
  const { services, language, timeZone, remoteAddress } = context;
  const { failure, fields = {} } = again ?? {};
  const factors = await usableFactors(services, owner);
  const site = factors.some(({ kind }) => kind === "passkey") ? await relyingParty(services) : null;
  const isAsked = factors.length === 0 || (await provenFactor(person)) === null;
  const body = renderRequestPage({
    language,
    look: await readAppearance(services.settings),
    own,
    csrfToken: session.csrfToken,
    person: `${owner.name} (${owner.username})`,
    address: request.remoteAddress,
    ownAddress: remoteAddress,
    client: request.client,
    requested: writeInstant(request.dateCreated, timeZone),
    keys: (await signableKeys(person, request)).map(fingerprintOf),
    hours: await certificateHours(services),
    code: asText(fields.terminal_code).slice(0, 16),
    factor: isAsked
      ? {
          owner,
          factors,
          chosen: asText(fields.mfa_type),
          resendSeconds: await services.settings.get<number>("VERIFY_CODE_TTL"),
          ...(site === null ? {} : { passkey: { origin: site.origin, challenge: ownChallengePath } }),
        }
      : null,
    error: failure?.message ?? null,
  });
  const wait = failure?.retryAfter;
  const headers = wait === undefined ? {} : { "retry-after": String(wait) };
  return { status: failure?.status ?? 200, body, headers };
}

/** Allows the client and signs the chosen key, both or none. */
async function allow(
  { person, request }: OpenedRequest,
  factor: string,
  key: Buffer | undefined,
): Promise<boolean> {
  const { context, owner } = person;
  const { services } = context;
  return services.db.transaction().execute(async (db) => {
    const inside = { ...services, db };
    const { id, remoteAddress, client } = request;
    if (!(await decideRequest(inside, id, { userId: owner.id, factor }))) return false;
    if (key === undefined) return true;
    const made = await certifyKey(inside, {
      ...{ user: owner, key, factor, remoteAddress, client, requestId: id },
    });
    if (made !== null) {
      const entry = { action: "create" as const, type: text.certificate, id: made, name: fingerprintOf(key) };
      await recordOperation({ ...context, db }, entry);
    }
    return true;
  });
}

async function decide(opened: OpenedRequest, sent: RouteRequest): Promise<RouteAnswer> {
  const { person, request, own } = opened;
  const { context, owner, session } = person;
  const { services } = context;
  const fields = fieldsOf(sent);
  if (fields.action === "refuse") {
    const isDone = await decideRequest(services, request.id, null);
    return flash(person, isDone ? { title: text.doneTitle, message: text.refused } : gone);
  }
  if (fields.action !== "allow") return { location: own };
  const again = (message: Message, status = 400) => show(opened, { failure: { message, status }, fields });
  const factors = await usableFactors(services, owner);
  if (factors.length === 0) return show(opened);
  const code = await checkCode(services, request.id, asText(fields.terminal_code).replace(/\D/g, ""));
  if (code === "over") return flash(person, gone);
  // Nobody spends a code of their authenticator on a client they do not see.
  if (code === "wrong") return again(text.wrongCode);
  let factor = await provenFactor(person);
  if (factor === null) {
    const outcome = await proveOnPage(context, { owner, factors, challengeKey: session.key }, sent);
    if (!("factor" in outcome)) return show(opened, { failure: outcome, fields });
    factor = outcome.factor.name;
  }
  const chosen = asText(fields.key);
  const key = chosen === "" ? undefined : (await signableKeys(person, request))[Number(chosen)];
  const isAllowed = await allow(opened, factor, key);
  return flash(person, isAllowed ? { title: text.doneTitle, message: text.allowed } : gone);
}

/** Where the link of an SSH client leads. Contract: docs/contract/ssh.md, "Sign-in in the browser". */
export const requestRoute: RouteDeclaration = {
  methods: ["GET", "POST"],
  path: `${requestPath}:token/`,
  access: anonymous(
    "sends whoever is not signed in to the sign-in page, and shows a client to its user only",
  ),
  // The form carries the session's token itself.
  csrf: false,
  // A wrong code is counted although the answer is an error.
  transaction: false,
  bodyLimit: 32_768,
  handle: async (context, sent) => {
    const own = `${requestPath}${encodeURIComponent(sent.params.token ?? "")}/`;
    const person = await personAt(context);
    const signInFirst = { location: pathWithNext(loginPath, own) };
    if (person === null || person.pending !== null) return signInFirst;
    // The console asks for it.
    if (person.context.principal.mustAcceptTerms) return { location: "/ui/" };
    const request = await findRequest(context.services, sent.params.token ?? "");
    if (request === null) return flash(person, gone);
    if (request.username !== person.owner.username) {
      return flash(person, { title: text.goneTitle, error: text.otherUser });
    }
    const opened = { person, request, own };
    if (sent.method !== "POST") return show(opened);
    const isOurs = sameText(asText(fieldsOf(sent).csrfmiddlewaretoken), person.session.csrfToken);
    return isOurs ? decide(opened, sent) : { location: own };
  },
};
