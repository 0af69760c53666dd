import { randomBytes } from "node:crypto";
import { anonymous, type RequestContext } from "../../../engine/access/index.ts";
import type { RouteAnswer, RouteDeclaration, RouteRequest } from "../../../engine/http/index.ts";
import { asText, fieldsOf, loginPath, pathWithNext, safePath } from "../../pages/index.ts";
import { beginAttempt, takeAttempt } from "../attempt.ts";
import { failSignIn, finishSignIn, type ProviderEnd } from "../finish.ts";
import { mayTry } from "../may-try.ts";
import { ProviderError } from "../provider-error.ts";
import { sessionsFrom } from "../source-sessions.ts";
import { casPolicy, readCasSettings } from "./cas-settings.ts";
import { readLogoutRequest } from "./read-answer.ts";
import { loginAddress, validateTicket } from "./tickets.ts";

/** Where a sign-in begins, and where the server sends people back. */
export const casLoginPath = "/core/auth/cas/login/";

/** The other address of the contract to which a server may send people back. */
const casCallbackPath = "/core/auth/cas/callback/";

/** Where to be once signed out at the server. */
export const signedOutPath = `${loginPath}?admin=1`;

const end: ProviderEnd = { backend: "CAS", path: casLoginPath, policy: casPolicy };

const isOn = ({ services }: RequestContext): Promise<boolean> => services.settings.get<boolean>("AUTH_CAS");

async function beginOrFinish(context: RequestContext, request: RouteRequest): Promise<RouteAnswer> {
  const query = new URL(request.target, "http://own.invalid").searchParams;
  return query.has("ticket") ? comeBack(context, request, query) : begin(context, request);
}

async function begin(context: RequestContext, request: RouteRequest): Promise<RouteAnswer> {
  const next = safePath(context.query.get("next")) ?? "";
  const isTrial = context.query.has("trial") && mayTry(context);
  if (context.principal !== null && !isTrial) return { location: next === "" ? "/" : next };
  try {
    if (!isTrial && !(await isOn(context))) throw new ProviderError("not_set_up", "switched off");
    const settings = await readCasSettings(context.services);
    const state = randomBytes(32).toString("base64url");
    const service = `${settings.site}${casLoginPath}?${new URLSearchParams({ state })}`;
    const cookies = await beginAttempt(context, { source: "cas", state, next, isTrial, memory: { service } });
    return { location: loginAddress(settings, service), cookies };
  } catch (error) {
    return failSignIn(context, error, end, { next, isTrial }, request);
  }
}

async function comeBack(
  context: RequestContext,
  request: RouteRequest,
  query: URLSearchParams,
): Promise<RouteAnswer> {
  const attempt = await takeAttempt(context, "cas", query.get("state") ?? "");
  if (attempt === null) {
    return failSignIn(context, new ProviderError("not_begun", "state"), end, { next: "", isTrial: false });
  }
  const { isTrial, next, memory } = attempt;
  try {
    // Rights and switches may have gone while somebody was away.
    if (isTrial ? !mayTry(context) : !(await isOn(context)))
      throw new ProviderError("not_set_up", "switched off");
    const settings = await readCasSettings(context.services);
    const ticket = query.get("ticket") ?? "";
    const person = await validateTicket(settings, ticket, String(memory.service));
    const session = { issuer: person.issuer, subject: person.subject, sid: ticket };
    return await finishSignIn(context, request, end, { person, session, next, isTrial });
  } catch (error) {
    return failSignIn(context, error, end, attempt, request);
  }
}

/**
 * Ends the session that came from a ticket. The protocol has no signature here: whoever knows the ticket, which only the
 * server and this installation have seen used, is believed.
 */
async function endSession(context: RequestContext, request: RouteRequest): Promise<RouteAnswer> {
  const { services } = context;
  const settings = await readCasSettings(services).catch(() => null);
  if (settings === null || !settings.endsSessions || !(await isOn(context))) return { status: 404, body: "" };
  try {
    const ticket = readLogoutRequest(asText(fieldsOf(request).logoutRequest));
    if (ticket === null || ticket === "") return { status: 400, body: "" };
    const keys = await sessionsFrom(services.db, { source: "cas", issuer: settings.server, sid: ticket });
    for (const key of keys) await services.sessions.destroy({ key });
    return { status: 200, body: "" };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return { status: 400, body: "" };
  }
}

/** Signing in by CAS. Contract: docs/contract/identity.md, "CAS". */
export const casRoutes: readonly RouteDeclaration[] = [
  ...[casLoginPath, casCallbackPath].map(
    (path): RouteDeclaration => ({
      methods: ["GET", "POST"],
      path,
      access: anonymous("this is where people go to their server and come back, and where it ends sessions"),
      // The server posts without having seen a page of ours.
      csrf: false,
      // The session that remembers the attempt has to be there when the browser comes back.
      transaction: false,
      bodyLimit: 65_536,
      handle: (context, request) =>
        request.method === "POST" ? endSession(context, request) : beginOrFinish(context, request),
    }),
  ),
  {
    methods: ["GET"],
    path: "/core/auth/cas/logout/",
    access: anonymous("the sign-out page ends the session here and at the server"),
    handle: async ({ query }) => ({
      location: pathWithNext("/core/auth/logout/", safePath(query.get("next")) ?? ""),
    }),
  },
];
