import { type SiteServices, siteOrigin } from "../../../engine/http/index.ts";
import type { AttributeMap } from "../people/attribute-map.ts";
import type { PolicySettings } from "../people/source-rules.ts";
import { ProviderError } from "../provider-error.ts";

/** Where the provider is, where it does not say so itself. */
export interface ManualEndpoints {
  readonly authorization: string;
  readonly token: string;
  readonly jwks: string;
  readonly userinfo: string;
  readonly endSession: string;
}

/** The settings of the category `oidc`, as the protocol needs them. */
export interface OpenIdSettings {
  readonly issuer: string;
  /** Null: discovered from the issuer. */
  readonly endpoints: ManualEndpoints | null;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly clientAuth: "client_secret_basic" | "client_secret_post";
  readonly algorithm: string;
  /** In PEM; empty: the provider's key set. */
  readonly signatureKey: string;
  readonly scopes: string;
  /** Null: without PKCE. */
  readonly challengeMethod: "S256" | "plain" | null;
  /** Seconds an ID token may be old. */
  readonly maxAge: number;
  readonly readsIdToken: boolean;
  readonly attributeMap: AttributeMap;
  readonly sharesSession: boolean;
  readonly verifiesTls: boolean;
  /** Address of this site without a path. */
  readonly site: string;
}

/** Address below this site to which the provider sends people back. */
export const callbackPath = "/core/auth/openid/callback/";

/** Where the settings say what becomes of people of the provider. */
export const openIdPolicy: PolicySettings = {
  alwaysUpdates: { key: "AUTH_OPENID_ALWAYS_UPDATE_USER", fields: ["name", "username", "email"] },
  trustedDomains: "AUTH_OPENID_TRUSTED_DOMAINS",
  linksUsers: "AUTH_OPENID_LINK_USERS",
};

/**
 * Reads the settings of the provider.
 * @throws ProviderError when something is missing without which nobody can sign in
 */
export async function readOpenIdSettings(services: SiteServices): Promise<OpenIdSettings> {
  const { settings } = services;
  const text = async (key: string): Promise<string> =>
    ((await settings.get<string | null>(key)) ?? "").trim();
  const isOn = (key: string): Promise<boolean> => settings.get<boolean>(key);
  const isKeycloak = await isOn("AUTH_OPENID_KEYCLOAK");
  const issuer = isKeycloak
    ? keycloakIssuer(await text("AUTH_OPENID_SERVER_URL"), await text("AUTH_OPENID_REALM_NAME"))
    : await text("AUTH_OPENID_PROVIDER_ENDPOINT");
  const clientId = await text("AUTH_OPENID_CLIENT_ID");
  if (!URL.canParse(issuer)) throw new ProviderError("not_set_up", "the issuer is missing");
  if (clientId === "") throw new ProviderError("not_set_up", "the client ID is missing");
  const base = await text("BASE_SITE_URL");
  const usesPkce = await isOn("AUTH_OPENID_PKCE");
  return {
    issuer,
    endpoints: isKeycloak ? null : await manualEndpoints(text),
    clientId,
    clientSecret: await settings.get<string>("AUTH_OPENID_CLIENT_SECRET"),
    clientAuth: await settings.get("AUTH_OPENID_CLIENT_AUTH_METHOD"),
    algorithm: await text("AUTH_OPENID_PROVIDER_SIGNATURE_ALG"),
    signatureKey: await text("AUTH_OPENID_PROVIDER_SIGNATURE_KEY"),
    scopes: await text("AUTH_OPENID_SCOPES"),
    challengeMethod: usesPkce ? await settings.get("AUTH_OPENID_CODE_CHALLENGE_METHOD") : null,
    maxAge: await settings.get<number>("AUTH_OPENID_ID_TOKEN_MAX_AGE"),
    readsIdToken: await isOn("AUTH_OPENID_ID_TOKEN_INCLUDE_CLAIMS"),
    attributeMap: await settings.get<AttributeMap>("AUTH_OPENID_USER_ATTR_MAP"),
    sharesSession: await isOn("AUTH_OPENID_SHARE_SESSION"),
    verifiesTls: !(await isOn("AUTH_OPENID_IGNORE_SSL_VERIFICATION")),
    site: URL.canParse(base) ? new URL(base).origin : await siteOrigin(services),
  };
}

const keycloakIssuer = (server: string, realm: string): string =>
  server === "" || realm === "" ? "" : `${server.replace(/\/+$/, "")}/realms/${encodeURIComponent(realm)}`;

async function manualEndpoints(text: (key: string) => Promise<string>): Promise<ManualEndpoints | null> {
  const endpoints = {
    authorization: await text("AUTH_OPENID_PROVIDER_AUTHORIZATION_ENDPOINT"),
    token: await text("AUTH_OPENID_PROVIDER_TOKEN_ENDPOINT"),
    jwks: await text("AUTH_OPENID_PROVIDER_JWKS_ENDPOINT"),
    userinfo: await text("AUTH_OPENID_PROVIDER_USERINFO_ENDPOINT"),
    endSession: await text("AUTH_OPENID_PROVIDER_END_SESSION_ENDPOINT"),
  };
  return Object.values(endpoints).every((address) => address === "") ? null : endpoints;
}
