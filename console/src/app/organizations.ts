import { readCookie, writeCookie } from "../kit/api/cookies.ts";
import type { Organization } from "../kit/session.ts";
import { DEFAULT_ORGANIZATION, ROOT_ORGANIZATION, SYSTEM_ORGANIZATION } from "../kit/session.ts";
import type { OrganizationScope } from "../shell/routes/route-entry.ts";

const COOKIE = "X-JMS-ORG";

/** What this tab works in. The cookie is shared by all tabs, so each has to know for itself. */
const tab: { organization: string | undefined } = { organization: undefined };

/** The pseudo-organizations that pages enter by themselves; the names are the contract's. */
const PSEUDO_ORGANIZATIONS: Readonly<Record<Exclude<OrganizationScope, "own">, Organization>> = {
  system: { id: SYSTEM_ORGANIZATION, name: "SystemSetting", autoEnter: true },
  global: { id: ROOT_ORGANIZATION, name: "Global", is_root: true, autoEnter: true },
};

function currentKey(username: string): string {
  return `jms_current_org_${username}`;
}

function previousKey(username: string): string {
  return `PRE_ORG_${username}`;
}

function read(key: string): Organization | undefined {
  try {
    const candidate = JSON.parse(localStorage.getItem(key) ?? "null") as Organization | null;
    return typeof candidate?.id === "string" ? candidate : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The organization this person chose last on this browser. When a page left a pseudo-organization behind, it is the
 * one before that.
 */
export function storedOrganization(username: string): Organization | undefined {
  const current = read(currentKey(username));
  if (current !== undefined && current.autoEnter !== true && current.id !== SYSTEM_ORGANIZATION)
    return current;
  return read(previousKey(username));
}

/**
 * Remembers the organization for this person, works in it from the next request on, and sends it with pages that
 * set no header.
 */
export function storeOrganization(username: string, organization: Organization): void {
  localStorage.setItem(currentKey(username), JSON.stringify(organization));
  tab.organization = organization.id;
  writeCookie(COOKIE, organization.id);
}

/**
 * Enters the organization a screen works in (docs/contract/console.md, "Organizations"): a pseudo-organization keeps
 * the chosen one as the previous, and leaving it brings that back.
 *
 * @param own the organization the person chose; undefined when there is none
 * @returns the organization in use from now on
 */
export function enterScope(
  username: string,
  scope: OrganizationScope,
  own: Organization | undefined,
): Organization | undefined {
  if (scope === "own") {
    localStorage.removeItem(previousKey(username));
    if (own !== undefined) storeOrganization(username, own);
    return own;
  }
  if (own !== undefined) localStorage.setItem(previousKey(username), JSON.stringify(own));
  storeOrganization(username, PSEUDO_ORGANIZATIONS[scope]);
  return PSEUDO_ORGANIZATIONS[scope];
}

/** The organization id of this tab; before the profile is known, that of the cookie. */
export function currentOrganization(): string | undefined {
  return tab.organization ?? readCookie(COOKIE);
}

/** Gives the cookie this tab's organization again whenever the person comes back to it. */
export function saveOrganizationOfTab(): void {
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && tab.organization !== undefined) {
      writeCookie(COOKIE, tab.organization);
    }
  });
}

/** The organization to use when none is chosen: the default one, else the first real one, else any. */
export function preferredOrganization(organizations: readonly Organization[]): Organization | undefined {
  return (
    organizations.find((organization) => organization.is_default === true) ??
    organizations.find(
      ({ id, is_root }) => is_root !== true && id !== ROOT_ORGANIZATION && id !== SYSTEM_ORGANIZATION,
    ) ??
    organizations[0]
  );
}

/**
 * Chooses the organization for a view (docs/contract/console.md, "Start-up").
 *
 * @param stored what was used last
 * @param organizations those of the view; when there are none the stored one stays
 * @param requested `oid` of the page's address, as links in mails carry it
 */
export function chooseOrganization(
  stored: Organization | undefined,
  organizations: readonly Organization[],
  requested?: string | null,
): Organization | undefined {
  if (organizations.length === 0) return stored;
  return (
    organizations.find(({ id }) => id === requested) ??
    organizations.find(({ id }) => id === stored?.id) ??
    preferredOrganization(organizations)
  );
}

/**
 * The organization id for the request header. Without the extended edition it is always the default one.
 *
 * @param requested `oid` of the page's address
 */
export function headerOrganization(
  requested: string | null,
  current: string | undefined,
  extended: boolean | undefined,
): string | undefined {
  if (requested !== null && requested !== "") return requested;
  if (extended === false && current !== SYSTEM_ORGANIZATION) return DEFAULT_ORGANIZATION;
  return current;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const UUID_INSIDE = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/**
 * Where to land after switching the organization: the path up to the first id or number, and the query without
 * values that hold one (`platform` stays), because objects of the old organization do not exist in the new one.
 *
 * @param path path below the base
 * @param search query text with or without `?`
 * @param exists whether a path leads to a screen; when it does not, the start page is used
 */
export function pathAfterSwitch(path: string, search: string, exists: (path: string) => boolean): string {
  const segments = path.split("/");
  const cut = segments.findIndex((segment) => UUID.test(segment) || /^\d+$/.test(segment));
  const kept = (cut < 0 ? segments : segments.slice(0, cut)).join("/") || "/";
  if (!exists(kept)) return "/";
  const query = new URLSearchParams(search);
  for (const [name, value] of [...query]) {
    if (name !== "platform" && (UUID_INSIDE.test(value) || /\d/.test(value))) query.delete(name);
  }
  const text = query.toString();
  return text === "" ? kept : `${kept}?${text}`;
}
