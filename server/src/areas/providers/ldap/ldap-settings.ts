import type { Json } from "../../../engine/json.ts";
import type { Services, SettingsPort } from "../../../engine/services.ts";
import type { LdapServer } from "./ldap-connection.ts";

/** The attribute of an entry that says each fact of a person, by the fact. */
export type AttributeMap = Readonly<Record<string, string>>;

/** How the directory is asked. Contract: docs/contract/settings.md, "LDAP". */
export interface LdapSettings {
  readonly server: LdapServer;
  /** Whom the product signs in as to look for people; empty: nobody. */
  readonly bindDn: string;
  readonly bindPassword: string;
  /** Below which names people are. */
  readonly bases: readonly string[];
  /** With `%(user)s` where the name stands. */
  readonly filter: string;
  readonly attributes: AttributeMap;
  readonly pageSize: number;
  /** Whether groups that hold a person's groups count as theirs. */
  readonly nestedGroups: boolean;
}

/** Settings of the directory as somebody sends them to try them, or as they are saved. */
export type LdapValues = Readonly<Record<string, Json>>;

/** The settings that say how the directory is asked. */
export const connectionKeys = [
  "AUTH_LDAP_SERVER_URI",
  "AUTH_LDAP_START_TLS",
  "AUTH_LDAP_CA_CERTIFICATE",
  "AUTH_LDAP_BIND_DN",
  "AUTH_LDAP_BIND_PASSWORD",
  "AUTH_LDAP_SEARCH_OU",
  "AUTH_LDAP_SEARCH_FILTER",
  "AUTH_LDAP_USER_ATTR_MAP",
  "AUTH_LDAP_CONNECT_TIMEOUT",
  "AUTH_LDAP_SEARCH_PAGED_SIZE",
  "AUTH_LDAP_NESTED_GROUPS",
] as const;

/** The saved values of the directory. */
export async function savedValues(settings: SettingsPort): Promise<LdapValues> {
  const pairs = connectionKeys.map(async (key) => [key, await settings.get<Json>(key)] as const);
  return Object.fromEntries(await Promise.all(pairs));
}

/** Settings from their values. */
export function toLdapSettings(values: LdapValues): LdapSettings {
  const line = (key: (typeof connectionKeys)[number]): string => String(values[key] ?? "").trim();
  return {
    server: {
      uri: line("AUTH_LDAP_SERVER_URI"),
      startTls: values.AUTH_LDAP_START_TLS === true,
      authorities: line("AUTH_LDAP_CA_CERTIFICATE"),
      timeout: Number(values.AUTH_LDAP_CONNECT_TIMEOUT) * 1_000,
    },
    bindDn: line("AUTH_LDAP_BIND_DN"),
    bindPassword: String(values.AUTH_LDAP_BIND_PASSWORD ?? ""),
    bases: line("AUTH_LDAP_SEARCH_OU")
      .split("|")
      .map((base) => base.trim())
      .filter((base) => base !== ""),
    filter: line("AUTH_LDAP_SEARCH_FILTER"),
    attributes: (values.AUTH_LDAP_USER_ATTR_MAP ?? {}) as AttributeMap,
    pageSize: Number(values.AUTH_LDAP_SEARCH_PAGED_SIZE),
    nestedGroups: values.AUTH_LDAP_NESTED_GROUPS === true,
  };
}

/** The directory as it is saved. */
export async function readLdapSettings({ settings }: Pick<Services, "settings">): Promise<LdapSettings> {
  return toLdapSettings(await savedValues(settings));
}

/**
 * Which directory it is, for links between its entries and users: the address alone, so that a changed filter or
 * password leaves them.
 */
export const issuerOf = ({ server }: LdapSettings): string => server.uri.toLowerCase().replace(/\/+$/, "");
