import { readCookie, writeCookie } from "../kit/api/cookies.ts";
import type { Organization } from "../kit/session.ts";
import { DEFAULT_ORGANIZATION, ROOT_ORGANIZATION, SYSTEM_ORGANIZATION } from "../kit/session.ts";

function storageKey(username: string): string {
  return `jms_current_org_${username}`;
}

/** The organization this person used last on this browser. */
export function storedOrganization(username: string): Organization | undefined {
  try {
    const parsed: unknown = JSON.parse(localStorage.getItem(storageKey(username)) ?? "null");
    const candidate = parsed as Organization | null;
    return typeof candidate?.id === "string" && candidate.id !== SYSTEM_ORGANIZATION ? candidate : undefined;
  } catch {
    return undefined;
  }
}

/** Remembers the organization for this person and sends it with pages that set no header. */
export function storeOrganization(username: string, organization: Organization): void {
  localStorage.setItem(storageKey(username), JSON.stringify(organization));
  writeCookie("X-JMS-ORG", organization.id);
}

/** The organization id sent before the profile is known. */
export function cookieOrganization(): string | undefined {
  return readCookie("X-JMS-ORG");
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
 */
export function chooseOrganization(
  stored: Organization | undefined,
  organizations: readonly Organization[],
): Organization | undefined {
  if (organizations.length === 0) return stored;
  return organizations.find(({ id }) => id === stored?.id) ?? preferredOrganization(organizations);
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
