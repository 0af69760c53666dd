import { type SiteServices, siteOrigin } from "../../../engine/http/index.ts";
import { type AttributeMap, reversedMap } from "../people/attribute-map.ts";
import type { PolicySettings } from "../people/source-rules.ts";
import { ProviderError } from "../provider-error.ts";

/** The settings of the category `cas`, as the protocol needs them. */
export interface CasSettings {
  /** With a slash at its end. */
  readonly server: string;
  readonly version: 1 | 2 | 3;
  /** Attribute that is the username; what the server calls the person where it is absent. */
  readonly usernameAttribute: string;
  readonly attributeMap: AttributeMap;
  /** Whether signing out here signs out at the server, and the server may end sessions here. */
  readonly endsSessions: boolean;
  /** Address of this site as the server knows it, without a path. */
  readonly site: string;
}

/** Where the settings say what becomes of people of the server. */
export const casPolicy: PolicySettings = {
  creates: "CAS_CREATE_USER",
  alwaysUpdates: { key: "CAS_APPLY_ATTRIBUTES_TO_USER", fields: ["name", "email", "phone", "comment"] },
  trustedDomains: "CAS_TRUSTED_DOMAINS",
  linksUsers: "CAS_LINK_USERS",
};

/**
 * Reads the settings of the server.
 * @throws ProviderError when its address is missing
 */
export async function readCasSettings(services: SiteServices): Promise<CasSettings> {
  const { settings } = services;
  const server = ((await settings.get<string | null>("CAS_SERVER_URL")) ?? "").trim();
  if (!URL.canParse(server)) throw new ProviderError("not_set_up", "the address of the server is missing");
  const proxied = (await settings.get<string | null>("CAS_ROOT_PROXIED_AS")) ?? "";
  return {
    server: server.endsWith("/") ? server : `${server}/`,
    version: (await settings.get<number>("CAS_VERSION")) as CasSettings["version"],
    usernameAttribute: await settings.get<string>("CAS_USERNAME_ATTRIBUTE"),
    attributeMap: reversedMap(await settings.get<AttributeMap>("CAS_RENAME_ATTRIBUTES")),
    endsSessions: await settings.get<boolean>("CAS_LOGOUT_COMPLETELY"),
    site: URL.canParse(proxied) ? new URL(proxied).origin : await siteOrigin(services),
  };
}
