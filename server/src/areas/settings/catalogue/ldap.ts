import { FieldError } from "../../../engine/errors.ts";
import { withParameters } from "../../../engine/i18n/index.ts";
import { isObject, type Json } from "../../../engine/json.ts";
import { uuid } from "../../../engine/resource/index.ts";
import { isCrontab } from "../../../engine/tasks/index.ts";
import { ldapText as text } from "../ldap-texts.ts";
import { boolean, integer, text as line, list, map, secret } from "../setting-kinds.ts";
import { certificates } from "./certificates.ts";

const longest = { maxLength: 1024 } as const;

/** The address of a server alone: what follows it in an LDAP URL is said by other settings. */
function serverAddress(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  const isPlain =
    url !== null &&
    /^ldaps?:$/.test(url.protocol) &&
    url.hostname !== "" &&
    /^\/?$/.test(url.pathname) &&
    url.search + url.hash + url.username + url.password === "";
  if (!isPlain) throw new FieldError([text.uriInvalid]);
  return value.replace(/\/$/, "");
}

/** A filter as far as it can be told without the library that speaks to directories: the test of the connection does the rest. */
function userFilter(value: string): string {
  let depth = 0;
  for (const character of value.replaceAll("%(user)s", "")) {
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    if (depth < 0) break;
  }
  if (!value.startsWith("(") || depth !== 0 || !value.includes("%(user)s")) {
    throw new FieldError([text.filterInvalid]);
  }
  return value;
}

const required = ["username", "name", "email"];
const known = [...required, "phone", "comment", "is_active", "groups"];

function attributeMap(value: Json): Json {
  const given = isObject(value) ? value : {};
  for (const [name, attribute] of Object.entries(given)) {
    if (!known.includes(name)) {
      throw new FieldError([withParameters(text.attributesUnknown, { name, known: known.join(", ") })]);
    }
    if (typeof attribute !== "string" || !/^[a-z][a-z0-9.;-]{0,127}$/i.test(attribute)) {
      throw new FieldError([withParameters(text.attributeName, { name })]);
    }
  }
  if (required.some((name) => given[name] === undefined)) throw new FieldError([text.attributesMissing]);
  return given;
}

function crontab(value: string): string {
  if (value !== "" && !isCrontab(value)) throw new FieldError([text.crontabInvalid]);
  return value;
}

const defaultOrganization = "00000000-0000-0000-0000-000000000002";

/** Category `ldap`: the directory, who of it comes in, and when all of it is imported. */
export const ldapSettings = {
  AUTH_LDAP: boolean(false, { label: text.enabled, help: text.enabledHelp }),
  AUTH_LDAP_SERVER_URI: line("ldap://localhost:389", {
    label: text.uri,
    help: text.uriHelp,
    required: true,
    check: serverAddress,
    ...longest,
  }),
  AUTH_LDAP_START_TLS: boolean(false, { label: text.startTls, help: text.startTlsHelp }),
  AUTH_LDAP_CA_CERTIFICATE: line("", {
    label: text.authorities,
    help: text.authoritiesHelp,
    check: certificates,
  }),
  AUTH_LDAP_BIND_DN: line("", { label: text.bindDn, help: text.bindDnHelp, ...longest }),
  AUTH_LDAP_BIND_PASSWORD: secret({ label: text.bindPassword, ...longest }),
  AUTH_LDAP_SEARCH_OU: line("", { label: text.searchOu, help: text.searchOuHelp, ...longest }),
  AUTH_LDAP_SEARCH_FILTER: line("(cn=%(user)s)", {
    label: text.filter,
    help: text.filterHelp,
    required: true,
    check: userFilter,
    ...longest,
  }),
  AUTH_LDAP_USER_ATTR_MAP: map(
    { username: "cn", name: "sn", email: "mail" },
    { label: text.attributes, help: text.attributesHelp, required: true, check: attributeMap },
  ),
  AUTH_LDAP_NESTED_GROUPS: boolean(false, { label: text.nestedGroups, help: text.nestedGroupsHelp }),
  AUTH_LDAP_USER_LOGIN_ONLY_IN_USERS: boolean(false, {
    label: text.existingOnly,
    help: text.existingOnlyHelp,
  }),
  AUTH_LDAP_SYNC_ORG_IDS: list([defaultOrganization], {
    label: text.orgs,
    help: text.orgsHelp,
    child: uuid({ label: text.orgs }),
  }),
  AUTH_LDAP_SYNC_GROUP_IDS: list([], {
    label: text.groups,
    help: text.groupsHelp,
    child: uuid({ label: text.groups }),
  }),
  AUTH_LDAP_SYNC_IS_PERIODIC: boolean(false, { label: text.isPeriodic, help: text.isPeriodicHelp }),
  AUTH_LDAP_SYNC_CRONTAB: line("", {
    label: text.crontab,
    help: text.crontabHelp,
    maxLength: 128,
    nullable: true,
    check: crontab,
  }),
  AUTH_LDAP_SYNC_INTERVAL: integer(24, {
    label: text.interval,
    help: text.intervalHelp,
    minimum: 1,
    maximum: 8_760,
  }),
  AUTH_LDAP_STRICT_SYNC: boolean(false, { label: text.strict, help: text.strictHelp }),
  AUTH_LDAP_SYNC_DISABLE_LEFT: boolean(false, { label: text.disableLeft, help: text.disableLeftHelp }),
  AUTH_LDAP_CONNECT_TIMEOUT: integer(10, {
    label: text.timeout,
    help: text.timeoutHelp,
    minimum: 1,
    maximum: 300,
  }),
  AUTH_LDAP_SEARCH_PAGED_SIZE: integer(1_000, {
    label: text.pageSize,
    help: text.pageSizeHelp,
    minimum: 1,
    maximum: 100_000,
  }),
};
