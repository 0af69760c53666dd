import { isObject } from "../../../engine/json.ts";
import type { SignInProvider } from "../../sign-in/index.ts";
import { findSourceSession, keepSourceSession } from "../source-sessions.ts";
import { readCasSettings } from "./cas-settings.ts";
import { casLoginPath, signedOutPath } from "./routes.ts";
import { logoutAddress } from "./tickets.ts";

/** CAS on the sign-in page, and at the end of the sessions it began. */
export const casProvider: SignInProvider = {
  name: "CAS",
  path: casLoginPath,
  isEnabled: ({ settings }) => settings.get<boolean>("AUTH_CAS"),
  label: async () => "CAS",
  async keepSession(services, session, kept) {
    if (!isObject(kept)) return;
    const { issuer, subject, sid } = kept;
    await keepSourceSession(services, session, {
      source: "cas",
      issuer: String(issuer),
      subject: String(subject),
      sid: String(sid),
      proof: null,
    });
  },
  async signOutAddress(services, session) {
    const kept = await findSourceSession(services, session, "cas");
    if (kept === null || !(await services.settings.get<boolean>("AUTH_CAS"))) return null;
    const settings = await readCasSettings(services);
    if (!settings.endsSessions || settings.server !== kept.issuer) return null;
    return logoutAddress(settings, `${settings.site}${signedOutPath}`);
  },
};
