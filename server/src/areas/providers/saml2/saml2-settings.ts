import { createHash, createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { type SiteServices, siteOrigin } from "../../../engine/http/index.ts";
import { isObject, type Json } from "../../../engine/json.ts";
import { type AttributeMap, reversedMap } from "../people/attribute-map.ts";
import type { PolicySettings } from "../people/source-rules.ts";
import { ProviderError } from "../provider-error.ts";
import { enteredIdentityProvider, fetchIdentityProvider, type IdentityProvider } from "./idp-metadata.ts";

/** Addresses of this service provider, as paths. */
export const samlPaths = {
  login: "/core/auth/saml2/login/",
  callback: "/core/auth/saml2/callback/",
  logout: "/core/auth/saml2/logout/",
  metadata: "/core/auth/saml2/metadata/",
} as const;

/** Where the settings say what becomes of people of the identity provider. */
export const samlPolicy: PolicySettings = {
  alwaysUpdates: { key: "AUTH_SAML2_ALWAYS_UPDATE_USER", fields: ["name", "email", "phone", "comment"] },
  trustedDomains: "SAML2_TRUSTED_DOMAINS",
  linksUsers: "SAML2_LINK_USERS",
};

/** This installation as the identity provider knows it. */
export interface ServiceProvider {
  /** Address of its metadata. */
  readonly entityId: string;
  readonly callback: string;
  readonly logout: string;
  /** What it signs and decrypts with; null: neither. */
  readonly key: ServiceProviderKey | null;
  readonly wants: RequiredSecurity;
  /** As the advanced settings describe it: by language `{name, displayname, url}`. */
  readonly organization: Readonly<Record<string, Json>>;
}

/** A key, read already: that takes as long as to sign by it. */
interface ServiceProviderKey {
  readonly privateKey: KeyObject;
  /** In PEM. */
  readonly certificate: string;
}

/** Part `security` of the advanced settings. */
interface RequiredSecurity {
  readonly signedRequests: boolean;
  readonly signedAssertions: boolean;
  readonly signedResponses: boolean;
  readonly encryptedAssertions: boolean;
}

/** Both sides, and what is read of people. */
export interface Saml2Settings {
  readonly own: ServiceProvider;
  readonly provider: IdentityProvider;
  readonly attributeMap: AttributeMap;
  /** Attribute that says who a person is for good; empty: the name identifier. */
  readonly subjectAttribute: string;
  /** Whether signing out here signs out at the provider, and the provider may end sessions here. */
  readonly endsSessions: boolean;
}

/**
 * Reads how this installation is known.
 * @throws ProviderError where key and certificate do not belong together
 */
export async function readServiceProvider(services: SiteServices): Promise<ServiceProvider> {
  const { settings } = services;
  const site = await siteOrigin(services);
  const advanced = await settings.get<Readonly<Record<string, Json>>>("SAML2_SP_ADVANCED_SETTINGS");
  const security = isObject(advanced.security) ? advanced.security : {};
  const key = readKey(
    await settings.get<string>("SAML2_SP_KEY_CONTENT"),
    await settings.get<string>("SAML2_SP_CERT_CONTENT"),
  );
  const isWanted = (name: string, fallback: boolean): boolean =>
    typeof security[name] === "boolean" ? security[name] : fallback;
  return {
    entityId: `${site}${samlPaths.metadata}`,
    callback: `${site}${samlPaths.callback}`,
    logout: `${site}${samlPaths.logout}`,
    key,
    wants: {
      signedRequests: key !== null && isWanted("authnRequestsSigned", true),
      signedAssertions: isWanted("wantAssertionsSigned", false),
      signedResponses: isWanted("wantMessagesSigned", false),
      encryptedAssertions: isWanted("wantAssertionsEncrypted", false),
    },
    organization: isObject(advanced.organization) ? (advanced.organization as Record<string, Json>) : {},
  };
}

/** The key and certificate that were last found to belong together, by their digest: finding out costs milliseconds. */
let known: { readonly digest: string; readonly key: ServiceProviderKey } | null = null;

function readKey(privateKey: string, certificate: string): ServiceProvider["key"] {
  if (privateKey === "" && certificate === "") return null;
  if (privateKey === "" || certificate === "") {
    throw new ProviderError("not_set_up", "key and certificate belong together");
  }
  const digest = createHash("sha256")
    .update(JSON.stringify([privateKey, certificate]))
    .digest("base64");
  if (known?.digest !== digest) {
    const key = { privateKey: createPrivateKey(privateKey), certificate };
    if (!new X509Certificate(certificate).checkPrivateKey(key.privateKey)) {
      throw new ProviderError("not_set_up", "the certificate is of another key");
    }
    known = { digest, key };
  }
  return known.key;
}

/**
 * Reads the settings of both sides.
 * @throws ProviderError naming what is missing
 */
export async function readSaml2Settings(services: SiteServices): Promise<Saml2Settings> {
  const { settings } = services;
  const address = (await settings.get<string>("SAML2_IDP_METADATA_URL")).trim();
  const written = (await settings.get<string>("SAML2_IDP_METADATA_XML")).trim();
  if (address === "" && written === "")
    throw new ProviderError("not_set_up", "metadata of the provider is missing");
  return {
    own: await readServiceProvider(services),
    provider: address === "" ? enteredIdentityProvider(written) : await fetchIdentityProvider(address),
    attributeMap: reversedMap(await settings.get<AttributeMap>("SAML2_RENAME_ATTRIBUTES")),
    subjectAttribute: await settings.get<string>("SAML2_SUBJECT_ATTRIBUTE"),
    endsSessions: await settings.get<boolean>("SAML2_LOGOUT_COMPLETELY"),
  };
}

/** How far clocks may differ, in milliseconds. */
export const clockSkew = 60_000;
