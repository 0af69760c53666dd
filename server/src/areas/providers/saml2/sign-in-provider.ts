import { isObject } from "../../../engine/json.ts";
import type { SignInProvider } from "../../sign-in/index.ts";
import { findSourceSession, keepSourceSession } from "../source-sessions.ts";
import { type NameIdKind, signOutAddress } from "./redirect-binding.ts";
import { readSaml2Settings, samlPaths } from "./saml2-settings.ts";

/** SAML on the sign-in page, and at the end of the sessions it began. */
export const saml2Provider: SignInProvider = {
  name: "SAML2",
  path: samlPaths.login,
  isEnabled: ({ settings }) => settings.get<boolean>("AUTH_SAML2"),
  label: async () => "SAML2",
  async keepSession(services, session, kept) {
    if (!isObject(kept)) return;
    const { issuer, nameId, kind, sessionIndex } = kept;
    await keepSourceSession(services, session, {
      source: "saml2",
      issuer: String(issuer),
      subject: String(nameId),
      sid: sessionIndex === null ? null : String(sessionIndex),
      proof: JSON.stringify(kind),
    });
  },
  async signOutAddress(services, session) {
    const kept = await findSourceSession(services, session, "saml2");
    if (kept === null || !(await services.settings.get<boolean>("AUTH_SAML2"))) return null;
    const settings = await readSaml2Settings(services);
    const { provider, endsSessions } = settings;
    if (!endsSessions || provider.signOutAddress === null || provider.entityId !== kept.issuer) return null;
    const { subject: nameId, proof, sid: sessionIndex } = kept;
    const kind = readKind(proof ?? "");
    return signOutAddress(settings, provider.signOutAddress, { nameId, kind, sessionIndex });
  },
};

/** What was kept of a name identifier; of sessions from before an update it is the format alone. */
function readKind(kept: string): NameIdKind {
  if (kept.startsWith("{")) return JSON.parse(kept) as NameIdKind;
  return kept === "" ? {} : { Format: kept };
}
