import { FieldError } from "../../../engine/errors.ts";
import { literal } from "../../../engine/i18n/index.ts";
import { openIdText as text } from "../openid-texts.ts";
import { boolean, choice, integer, text as line, secret, url } from "../setting-kinds.ts";
import { attributeMap, linkSettings } from "./source-settings.ts";

const long = { maxLength: 1024 } as const;

const endpoint = (label: keyof typeof text) =>
  url("", { label: text[label], help: text.endpointHelp, nullable: true, ...long });

function withOpenId(value: string): string {
  if (!value.split(" ").includes("openid")) throw new FieldError([text.needsOpenId]);
  return value;
}

/** Category `oidc`: the identity provider people sign in by with OpenID Connect. */
export const openIdSettings = {
  AUTH_OPENID: boolean(false, { label: text.on, help: text.onHelp }),
  BASE_SITE_URL: url("", { label: text.baseUrl, help: text.baseUrlHelp, nullable: true, ...long }),
  AUTH_OPENID_CLIENT_ID: line("", { label: text.clientId, ...long }),
  AUTH_OPENID_CLIENT_SECRET: secret({ label: text.clientSecret, help: text.clientSecretHelp, ...long }),
  AUTH_OPENID_CLIENT_AUTH_METHOD: choice("client_secret_basic", {
    label: text.clientAuth,
    choices: [
      { value: "client_secret_basic", label: literal("Client Secret Basic") },
      { value: "client_secret_post", label: literal("Client Secret Post") },
    ],
  }),
  AUTH_OPENID_SHARE_SESSION: boolean(true, { label: text.shareSession, help: text.shareSessionHelp }),
  AUTH_OPENID_IGNORE_SSL_VERIFICATION: boolean(false, { label: text.ignoreTls, help: text.ignoreTlsHelp }),
  AUTH_OPENID_USER_ATTR_MAP: attributeMap({
    name: "name",
    username: "preferred_username",
    email: "email",
  }),
  AUTH_OPENID_PKCE: boolean(true, { label: text.pkce, help: text.pkceHelp }),
  AUTH_OPENID_CODE_CHALLENGE_METHOD: choice("S256", {
    label: text.challengeMethod,
    choices: [
      { value: "S256", label: literal("S256") },
      { value: "plain", label: literal("Plain") },
    ],
  }),
  AUTH_OPENID_KEYCLOAK: boolean(false, { label: text.keycloak, help: text.keycloakHelp }),
  AUTH_OPENID_SERVER_URL: url("", { label: text.serverUrl, nullable: true, ...long }),
  AUTH_OPENID_REALM_NAME: line("", { label: text.realm, ...long }),
  AUTH_OPENID_PROVIDER_ENDPOINT: url("", {
    label: text.issuer,
    help: text.issuerHelp,
    nullable: true,
    ...long,
  }),
  AUTH_OPENID_PROVIDER_AUTHORIZATION_ENDPOINT: endpoint("authorization"),
  AUTH_OPENID_PROVIDER_TOKEN_ENDPOINT: endpoint("token"),
  AUTH_OPENID_PROVIDER_JWKS_ENDPOINT: endpoint("jwks"),
  AUTH_OPENID_PROVIDER_USERINFO_ENDPOINT: endpoint("userinfo"),
  AUTH_OPENID_PROVIDER_END_SESSION_ENDPOINT: endpoint("endSession"),
  AUTH_OPENID_PROVIDER_SIGNATURE_ALG: choice("RS256", {
    label: text.algorithm,
    help: text.algorithmHelp,
    choices: [
      "RS256",
      "RS384",
      "RS512",
      "PS256",
      "PS384",
      "PS512",
      "ES256",
      "ES384",
      "ES512",
      "EdDSA",
      "HS256",
      "HS384",
      "HS512",
    ].map((value) => ({ value, label: literal(value) })),
  }),
  AUTH_OPENID_PROVIDER_SIGNATURE_KEY: line("", {
    label: text.signatureKey,
    help: text.signatureKeyHelp,
    maxLength: 8192,
  }),
  AUTH_OPENID_SCOPES: line("openid profile email", { label: text.scopes, check: withOpenId, ...long }),
  AUTH_OPENID_ID_TOKEN_MAX_AGE: integer(60, {
    label: text.maxAge,
    help: text.maxAgeHelp,
    minimum: 10,
    maximum: 3600,
  }),
  AUTH_OPENID_ID_TOKEN_INCLUDE_CLAIMS: boolean(true, {
    label: text.idTokenClaims,
    help: text.idTokenClaimsHelp,
  }),
  AUTH_OPENID_ALWAYS_UPDATE_USER: boolean(true, { label: text.alwaysUpdate, help: text.alwaysUpdateHelp }),
  ...linkSettings("AUTH_OPENID"),
};
