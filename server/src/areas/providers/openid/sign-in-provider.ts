import { buildEndSessionUrl } from "openid-client";
import { isObject } from "../../../engine/json.ts";
import type { SignInProvider } from "../../sign-in/index.ts";
import { findSourceSession, keepSourceSession } from "../source-sessions.ts";
import { readOpenIdSettings } from "./openid-settings.ts";
import { openProvider } from "./provider.ts";
import { openIdLoginPath, proofContext, signedOutPath } from "./routes.ts";

/** OpenID Connect on the sign-in page, and at the end of the sessions it began. */
export const openIdProvider: SignInProvider = {
  name: "OPENID",
  path: openIdLoginPath,
  isEnabled: ({ settings }) => settings.get<boolean>("AUTH_OPENID"),
  label: async () => "OpenID",
  async keepSession(services, session, kept) {
    if (!isObject(kept)) return;
    const { issuer, subject, sid, proof } = kept;
    await keepSourceSession(services, session, {
      source: "openid",
      issuer: String(issuer),
      subject: String(subject),
      sid: typeof sid === "string" ? sid : null,
      proof: services.secrets.open(String(proof), proofContext),
    });
  },
  async signOutAddress(services, session) {
    const kept = await findSourceSession(services, session, "openid");
    if (kept === null || !(await services.settings.get<boolean>("AUTH_OPENID"))) return null;
    const { settings, configuration } = await openProvider(await readOpenIdSettings(services));
    const { issuer, end_session_endpoint: endpoint } = configuration.serverMetadata();
    if (!settings.sharesSession || endpoint === undefined || issuer !== kept.issuer) return null;
    return buildEndSessionUrl(configuration, {
      post_logout_redirect_uri: `${settings.site}${signedOutPath}`,
      ...(kept.proof === null ? {} : { id_token_hint: kept.proof }),
    }).href;
  },
};
