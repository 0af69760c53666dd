import { isObject } from "../../../engine/json.ts";
import { loginPath } from "../../pages/index.ts";
import type { SignInProvider } from "../../sign-in/index.ts";
import { findSourceSession, keepSourceSession } from "../source-sessions.ts";
import { readOAuth2Settings } from "./oauth2-settings.ts";
import { oauth2LoginPath } from "./routes.ts";

/** OAuth 2.0 on the sign-in page, and at the end of the sessions it began. */
export const oauth2Provider: SignInProvider = {
  name: "OAUTH2",
  path: oauth2LoginPath,
  isEnabled: ({ settings }) => settings.get<boolean>("AUTH_OAUTH2"),
  label: ({ settings }) => settings.get<string>("AUTH_OAUTH2_PROVIDER"),
  logo: ({ settings }) => settings.get<string | null>("AUTH_OAUTH2_LOGO_PATH"),
  async keepSession(services, session, kept) {
    if (!isObject(kept)) return;
    const { issuer, subject } = kept;
    await keepSourceSession(services, session, {
      source: "oauth2",
      issuer: String(issuer),
      subject: String(subject),
      sid: null,
      proof: null,
    });
  },
  async signOutAddress(services, session) {
    const kept = await findSourceSession(services, session, "oauth2");
    if (kept === null || !(await services.settings.get<boolean>("AUTH_OAUTH2"))) return null;
    const { endSession, endsSessions, userinfo, clientId, site } = await readOAuth2Settings(services);
    if (!endsSessions || endSession === "" || userinfo !== kept.issuer) return null;
    const address = new URL(endSession);
    address.searchParams.set("client_id", clientId);
    address.searchParams.set("post_logout_redirect_uri", `${site}${loginPath}?admin=1`);
    return address.href;
  },
};
