import { literal } from "../../../engine/i18n/index.ts";
import { oauth2Text as text } from "../oauth2-texts.ts";
import { openIdText as shared } from "../openid-texts.ts";
import { boolean, choice, image, text as line, secret, url } from "../setting-kinds.ts";
import { attributeMap, linkSettings } from "./source-settings.ts";

const long = { maxLength: 1024 } as const;

const endpoint = (label: "authorization" | "token" | "userinfo" | "endSession") =>
  url("", { label: shared[label], nullable: true, ...long });

/** Category `oauth2`: the provider people sign in by with OAuth 2.0. */
export const oauth2Settings = {
  AUTH_OAUTH2: boolean(false, { label: text.on, help: shared.onHelp }),
  AUTH_OAUTH2_PROVIDER: line("OAuth2", {
    label: text.provider,
    help: text.providerHelp,
    maxLength: 16,
    blank: false,
  }),
  AUTH_OAUTH2_LOGO_PATH: image("oauth2_logo", { label: text.logo, help: text.logoHelp }),
  AUTH_OAUTH2_CLIENT_ID: line("", { label: shared.clientId, ...long }),
  AUTH_OAUTH2_CLIENT_SECRET: secret({
    label: shared.clientSecret,
    help: shared.clientSecretHelp,
    ...long,
  }),
  AUTH_OAUTH2_SCOPE: line("", { label: shared.scopes, ...long }),
  AUTH_OAUTH2_PROVIDER_AUTHORIZATION_ENDPOINT: endpoint("authorization"),
  AUTH_OAUTH2_ACCESS_TOKEN_ENDPOINT: endpoint("token"),
  AUTH_OAUTH2_ACCESS_TOKEN_METHOD: choice("POST", {
    label: text.tokenMethod,
    help: text.tokenMethodHelp,
    choices: [
      { value: "GET", label: literal("GET") },
      { value: "POST", label: literal("POST") },
    ],
  }),
  AUTH_OAUTH2_PROVIDER_USERINFO_ENDPOINT: endpoint("userinfo"),
  AUTH_OAUTH2_PROVIDER_END_SESSION_ENDPOINT: endpoint("endSession"),
  AUTH_OAUTH2_LOGOUT_COMPLETELY: boolean(true, { label: text.endSessions, help: text.endSessionsHelp }),
  AUTH_OAUTH2_PKCE: boolean(true, { label: shared.pkce, help: shared.pkceHelp }),
  AUTH_OAUTH2_SUBJECT_ATTRIBUTE: line("", { label: text.subject, help: text.subjectHelp, maxLength: 256 }),
  AUTH_OAUTH2_USER_ATTR_MAP: attributeMap({ name: "name", username: "username", email: "email" }),
  AUTH_OAUTH2_ALWAYS_UPDATE_USER: boolean(true, { label: shared.alwaysUpdate, help: text.alwaysUpdateHelp }),
  ...linkSettings("AUTH_OAUTH2"),
};
