import { anonymous, permission, type RequestContext } from "../../../engine/access/index.ts";
import type { RouteAnswer, RouteDeclaration, RouteRequest } from "../../../engine/http/index.ts";
import { translate, withParameters } from "../../../engine/i18n/index.ts";
import { text as textField } from "../../../engine/resource/index.ts";
import { asText, fieldsOf, loginPath } from "../../pages/index.ts";
import { type CodeFlow, codeFlowRoutes } from "../code-flow.ts";
import type { ProviderEnd } from "../finish.ts";
import { asBadRequest, ProviderError } from "../provider-error.ts";
import { sessionsFrom } from "../source-sessions.ts";
import { text } from "../texts.ts";
import { depart, type OpenIdMemory, redeem } from "./exchange.ts";
import { callbackPath, openIdPolicy, readOpenIdSettings } from "./openid-settings.ts";
import { openProvider, type Provider } from "./provider.ts";
import { logoutTokenLife, verifyLogoutToken } from "./tokens.ts";
import { useLogoutToken } from "./used-logout-tokens.ts";

/** Where a sign-in begins. */
export const openIdLoginPath = "/core/auth/openid/login/";

const end: ProviderEnd = { backend: "OpenID", path: openIdLoginPath, policy: openIdPolicy };

const providerOf = async ({ services }: RequestContext): Promise<Provider> =>
  openProvider(await readOpenIdSettings(services));

const isOn = ({ services }: RequestContext): Promise<boolean> =>
  services.settings.get<boolean>("AUTH_OPENID");

const flow: CodeFlow = {
  source: "openid",
  switch: "AUTH_OPENID",
  callbackPath,
  logoutPath: "/core/auth/openid/logout/",
  end,
  depart: async (context) => depart(await providerOf(context)),
  async redeem(context, query, attempt) {
    const memory = attempt.memory as unknown as OpenIdMemory;
    const { person, idToken, sid } = await redeem(await providerOf(context), query, {
      state: attempt.state,
      memory,
    });
    // Sealed here already: the steps of the sign-in wait in the database.
    const proof = context.services.secrets.seal(idToken, proofContext);
    return { person, session: { issuer: person.issuer, subject: person.subject, sid, proof } };
  },
};

/** Where an ID token waits for the end of the sign-in. */
export const proofContext = "openid.pending-id-token";

/** Ends the sessions here that came from one that ended at the provider. */
async function endSessions(context: RequestContext, request: RouteRequest): Promise<RouteAnswer> {
  const { services } = context;
  const headers = { "cache-control": "no-store" };
  try {
    const provider = await providerOf(context);
    if (!(await isOn(context)) || !provider.settings.sharesSession) {
      throw new ProviderError("not_set_up", "sessions are not shared");
    }
    const token = asText(fieldsOf(request).logout_token);
    const { sub, sid, iss, jti } = await verifyLogoutToken(provider, token);
    await useLogoutToken(services.db, { issuer: String(iss), id: jti, goodFor: logoutTokenLife });
    const keys = await sessionsFrom(services.db, {
      source: "openid",
      issuer: String(iss),
      ...(typeof sid === "string" ? { sid } : {}),
      ...(typeof sub === "string" ? { subject: sub } : {}),
    });
    for (const key of keys) await services.sessions.destroy({ key });
    return { status: 200, body: "", headers };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return { status: 400, body: { error: "invalid_request", msg: translate(error.told, "en") }, headers };
  }
}

/** Asks the provider for what it says of itself. */
async function test(context: RequestContext): Promise<RouteAnswer> {
  try {
    const { configuration } = await providerOf(context);
    const { issuer } = configuration.serverMetadata();
    return { body: { msg: translate(withParameters(text.discovered, { issuer }), context.language) } };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    throw asBadRequest(error, context.language);
  }
}

/** Signing in by OpenID Connect. Contract: docs/contract/identity.md, "Single sign-on". */
export const openIdRoutes: readonly RouteDeclaration[] = [
  ...codeFlowRoutes(flow),
  {
    methods: ["POST"],
    path: "/api/v1/sallyport/openid/backchannel-logout/",
    access: anonymous("the provider says that sessions ended, and its signature proves that it does"),
    title: "Openid Backchannel Logout Api",
    csrf: false,
    transaction: false,
    bodyLimit: 65_536,
    fields: { POST: { logout_token: textField({ label: text.logoutToken, writeOnly: true }) } },
    handle: endSessions,
  },
  {
    methods: ["POST"],
    path: "/api/v1/sallyport/openid/testing/",
    access: permission("settings.change_auth"),
    title: "Openid Testing Api",
    // It waits for somebody else's server.
    transaction: false,
    fields: { POST: { msg: textField({ label: text.msg, readOnly: true }) } },
    handle: test,
  },
];

/** Where to be once signed out at the provider. */
export const signedOutPath = `${loginPath}?admin=1`;
