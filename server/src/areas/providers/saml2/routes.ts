import { createHash } from "node:crypto";
import { anonymous, type RequestContext } from "../../../engine/access/index.ts";
import type { RouteAnswer, RouteDeclaration, RouteRequest } from "../../../engine/http/index.ts";
import { limitSignIn } from "../../credentials/index.ts";
import { asText, fieldsOf, loginPath, pathWithNext, safePath } from "../../pages/index.ts";
import { beginAttempt, takeAttempt } from "../attempt.ts";
import { failSignIn, finishSignIn, type ProviderEnd } from "../finish.ts";
import { mayTry } from "../may-try.ts";
import { ProviderError } from "../provider-error.ts";
import { sessionsFrom } from "../source-sessions.ts";
import { keepAnswer, takeAnswer } from "./answers.ts";
import { readResponse } from "./read-response.ts";
import { kindOf, messageId, signedOutAddress, signInAddress } from "./redirect-binding.ts";
import { toSourcePerson } from "./saml2-person.ts";
import { readSaml2Settings, readServiceProvider, samlPaths, samlPolicy } from "./saml2-settings.ts";
import { readSignOutRequest } from "./sign-out.ts";
import { describeServiceProvider } from "./sp-metadata.ts";

const end: ProviderEnd = { backend: "SAML2", path: samlPaths.login, policy: samlPolicy };

/** Where to be once signed out at the provider. */
const signedOutPath = `${loginPath}?admin=1`;

const isOn = ({ services }: RequestContext): Promise<boolean> => services.settings.get<boolean>("AUTH_SAML2");

async function begin(context: RequestContext, request: RouteRequest): Promise<RouteAnswer> {
  const next = safePath(context.query.get("next")) ?? "";
  const isTrial = context.query.has("trial") && mayTry(context);
  if (context.principal !== null && !isTrial) return { location: next === "" ? "/" : next };
  try {
    if (!isTrial && !(await isOn(context))) throw new ProviderError("not_set_up", "switched off");
    const settings = await readSaml2Settings(context.services);
    // The request's own name: the assertion has to answer it, and only this browser knows that it asked.
    const state = messageId();
    const location = signInAddress(settings, state);
    const cookies = await beginAttempt(context, { source: "saml2", state, next, isTrial, memory: {} });
    return { location, cookies };
  } catch (error) {
    return failSignIn(context, error, end, { next, isTrial }, request);
  }
}

/**
 * Takes what the provider has the browser post. It comes from another site, so without cookies: it is checked and kept, and
 * the browser comes again for it. One that answers nothing begins a sign-in of its own: whoever posts it may be anybody.
 */
async function receive(context: RequestContext, request: RouteRequest): Promise<RouteAnswer> {
  const encoded = asText(fieldsOf(request).SAMLResponse);
  const wanted = { next: "", isTrial: false };
  if (encoded === "") return failSignIn(context, new ProviderError("not_begun", "no response"), end, wanted);
  // Signatures are expensive to check, and anybody can post here.
  limitSignIn(context, createHash("sha256").update(encoded).digest("hex"));
  try {
    const settings = await readSaml2Settings(context.services);
    const assertion = readResponse(settings, encoded);
    if (assertion === null) return { status: 303, location: samlPaths.login };
    const answer = await keepAnswer(context.services.db, settings.provider.entityId, assertion);
    return { status: 303, location: `${samlPaths.callback}?${new URLSearchParams({ answer })}` };
  } catch (error) {
    return failSignIn(context, error, end, wanted, request);
  }
}

async function comeBack(context: RequestContext, request: RouteRequest): Promise<RouteAnswer> {
  const assertion = await takeAnswer(context.services.db, context.query.get("answer") ?? "");
  const attempt = assertion && (await takeAttempt(context, "saml2", assertion.inResponseTo));
  if (assertion === null || attempt === null) {
    return failSignIn(context, new ProviderError("not_begun", "InResponseTo"), end, {
      next: "",
      isTrial: false,
    });
  }
  const { isTrial, next } = attempt;
  try {
    // Rights and switches may have gone while somebody was away.
    if (isTrial ? !mayTry(context) : !(await isOn(context)))
      throw new ProviderError("not_set_up", "switched off");
    const person = toSourcePerson(await readSaml2Settings(context.services), assertion);
    const { nameId, sessionIndex } = assertion;
    const session = { issuer: person.issuer, nameId, kind: kindOf(assertion), sessionIndex };
    return await finishSignIn(context, request, end, { person, session, next, isTrial });
  } catch (error) {
    return failSignIn(context, error, end, attempt, request);
  }
}

/** Ends what the provider says has ended, and sends the browser back to it with an answer. */
async function endSessions(context: RequestContext, request: RouteRequest): Promise<RouteAnswer> {
  const { services } = context;
  try {
    const settings = await readSaml2Settings(services);
    if (!settings.endsSessions || !(await isOn(context))) return { status: 404, body: "" };
    const { provider } = settings;
    const rawQuery = request.target.slice(request.target.indexOf("?") + 1);
    const { id, nameId, sessionIndex } = readSignOutRequest(settings, rawQuery);
    const keys = await sessionsFrom(services.db, {
      source: "saml2",
      issuer: provider.entityId,
      subject: nameId,
      ...(sessionIndex === null ? {} : { sid: sessionIndex }),
    });
    for (const key of keys) await services.sessions.destroy({ key });
    const answered = provider.signedOutAddress ?? provider.signOutAddress;
    if (answered === null) return { location: signedOutPath };
    const relayState = context.query.get("RelayState") ?? "";
    return { location: signedOutAddress(settings, answered, { id, relayState }) };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return { status: 400, body: "" };
  }
}

/** Signing in by SAML 2.0. Contract: docs/contract/identity.md, "SAML2". */
export const saml2Routes: readonly RouteDeclaration[] = [
  {
    methods: ["GET"],
    path: samlPaths.login,
    access: anonymous("this is where people go to their identity provider"),
    // The session that remembers the attempt has to be there when the browser comes back.
    transaction: false,
    handle: begin,
  },
  {
    methods: ["GET", "POST"],
    path: samlPaths.callback,
    access: anonymous(
      "only an answer of the provider is taken, and only in the browser whose request it answers",
    ),
    // The provider's page posts without having seen one of ours.
    csrf: false,
    transaction: false,
    bodyLimit: 262_144,
    handle: (context, request) =>
      request.method === "POST" ? receive(context, request) : comeBack(context, request),
  },
  {
    methods: ["GET"],
    path: samlPaths.logout,
    access: anonymous(
      "the sign-out page ends the session, and the provider ends sessions by signed requests",
    ),
    transaction: false,
    handle: async (context, request) => {
      if (context.query.has("SAMLRequest")) return endSessions(context, request);
      // What the provider answers a sign-out changes nothing here: that is done already.
      if (context.query.has("SAMLResponse")) return { location: signedOutPath };
      return { location: pathWithNext("/core/auth/logout/", safePath(context.query.get("next")) ?? "") };
    },
  },
  {
    methods: ["GET"],
    path: samlPaths.metadata,
    access: anonymous("identity providers read who this installation is; nothing in it is secret"),
    handle: async (context) => {
      try {
        const body = describeServiceProvider(await readServiceProvider(context.services));
        return { body, type: "application/samlmetadata+xml; charset=utf-8" };
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        // The contract's status for settings that do not fit together.
        return { status: 412, body: error.detail, type: "text/plain; charset=utf-8" };
      }
    },
  },
];
