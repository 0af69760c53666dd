import { type SiteServices, siteOrigin } from "../../../engine/http/index.ts";
import type { AttributeMap } from "../people/attribute-map.ts";
import type { PolicySettings } from "../people/source-rules.ts";
import { ProviderError } from "../provider-error.ts";

/** The settings of the category `oauth2`, as the protocol needs them. */
export interface OAuth2Settings {
  readonly authorization: string;
  readonly token: string;
  readonly tokenMethod: "GET" | "POST";
  /** Who says so of whom: the people it tells of are those of this address. */
  readonly userinfo: string;
  /** Empty: the provider has none. */
  readonly endSession: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
  readonly usesPkce: boolean;
  /** Attribute that is the lasting identifier of a person; empty: the first of the usual ones. */
  readonly subjectAttribute: string;
  readonly attributeMap: AttributeMap;
  readonly endsSessions: boolean;
  /** Address of this site without a path. */
  readonly site: string;
}

/** Address below this site to which the provider sends people back. */
export const callbackPath = "/core/auth/oauth2/callback/";

/** Where the settings say what becomes of people of the provider. */
export const oauth2Policy: PolicySettings = {
  alwaysUpdates: {
    key: "AUTH_OAUTH2_ALWAYS_UPDATE_USER",
    fields: ["name", "username", "email", "phone", "comment"],
  },
  trustedDomains: "AUTH_OAUTH2_TRUSTED_DOMAINS",
  linksUsers: "AUTH_OAUTH2_LINK_USERS",
};

/**
 * Reads the settings of the provider.
 * @throws ProviderError when something is missing without which nobody can sign in
 */
export async function readOAuth2Settings(services: SiteServices): Promise<OAuth2Settings> {
  const { settings } = services;
  const text = async (key: string): Promise<string> =>
    ((await settings.get<string | null>(key)) ?? "").trim();
  const endpoint = async (key: string, name: string): Promise<string> => {
    const address = await text(key);
    if (!URL.canParse(address)) throw new ProviderError("not_set_up", `the ${name} endpoint is missing`);
    return address;
  };
  const clientId = await text("AUTH_OAUTH2_CLIENT_ID");
  if (clientId === "") throw new ProviderError("not_set_up", "the client ID is missing");
  const endSession = await text("AUTH_OAUTH2_PROVIDER_END_SESSION_ENDPOINT");
  return {
    authorization: await endpoint("AUTH_OAUTH2_PROVIDER_AUTHORIZATION_ENDPOINT", "authorization"),
    token: await endpoint("AUTH_OAUTH2_ACCESS_TOKEN_ENDPOINT", "token"),
    tokenMethod: await settings.get("AUTH_OAUTH2_ACCESS_TOKEN_METHOD"),
    userinfo: await endpoint("AUTH_OAUTH2_PROVIDER_USERINFO_ENDPOINT", "user info"),
    endSession: URL.canParse(endSession) ? endSession : "",
    clientId,
    clientSecret: await settings.get<string>("AUTH_OAUTH2_CLIENT_SECRET"),
    scope: await text("AUTH_OAUTH2_SCOPE"),
    usesPkce: await settings.get<boolean>("AUTH_OAUTH2_PKCE"),
    subjectAttribute: await text("AUTH_OAUTH2_SUBJECT_ATTRIBUTE"),
    attributeMap: await settings.get<AttributeMap>("AUTH_OAUTH2_USER_ATTR_MAP"),
    endsSessions: await settings.get<boolean>("AUTH_OAUTH2_LOGOUT_COMPLETELY"),
    site: await siteOrigin(services),
  };
}
