import type { SignInBackend } from "../credentials/index.ts";
import { isBrowserSignInOn } from "./certificate-settings.ts";
import { findCertificate, recordUse } from "./certificate-store.ts";
import { takeRequest } from "./requests/request-store.ts";

/** Whoever has their key signed has proven themselves in the browser, whatever source they come from. */
const sources: SignInBackend["sources"] = [
  "local",
  "ldap",
  "openid",
  "radius",
  "cas",
  "saml2",
  "oauth2",
  "wecom",
  "dingtalk",
  "feishu",
  "custom",
];

/** A key that was signed with a second factor, shown by somebody who has the other half of it. */
export const certifiedKey: SignInBackend = {
  label: "SSH certificate",
  kind: "public-key",
  sources,
  takesStrangers: false,
  isEnabled: async () => true,
  async prove(services, line, user, { remoteAddress }) {
    if (user === null) return null;
    const found = await findCertificate(services, line, { username: user.username, remoteAddress });
    if (found === null) return null;
    await recordUse(services, found.id);
    return { user, factor: found.factor };
  },
};

/** An SSH client that somebody has allowed in the browser, with a second factor. */
export const allowedInBrowser: SignInBackend = {
  label: "Browser",
  kind: "browser",
  sources,
  takesStrangers: false,
  isEnabled: isBrowserSignInOn,
  async prove(services, id, user) {
    const factor = user === null ? null : await takeRequest(services, id, user.id);
    return user === null || factor === null ? null : { user, factor };
  },
};
