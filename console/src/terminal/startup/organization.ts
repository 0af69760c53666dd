import { readCookie, writeCookie } from "../../kit/api/cookies.ts";
import { DEFAULT_ORGANIZATION, type Organization, SYSTEM_ORGANIZATION } from "../../kit/session.ts";

/** This page keeps an organization of its own, so that it does not change under an open console. */
const OWN_COOKIE = "X-JMS-LUNA-ORG";
const CONSOLE_COOKIE = "X-JMS-ORG";
const THIRTY_DAYS = 30 * 24 * 3600;

/**
 * The organization to work in: asked for in the address, chosen here before, else the console's.
 * The system organization holds nothing to connect to and becomes the default one.
 */
export function chooseOrganization(
  asked: string | undefined,
  own: string | undefined,
  console: string | undefined,
): string | undefined {
  const chosen = asked || own || console;
  return chosen === SYSTEM_ORGANIZATION ? DEFAULT_ORGANIZATION : chosen || undefined;
}

/** Reads the organization in force from the address and the cookies. */
export function currentOrganization(): string | undefined {
  const asked = new URLSearchParams(location.search).get("oid") ?? undefined;
  return chooseOrganization(asked, readCookie(OWN_COOKIE), readCookie(CONSOLE_COOKIE));
}

/** Remembers the organization of this page. */
export function rememberOrganization(id: string): void {
  writeCookie(OWN_COOKIE, id, THIRTY_DAYS);
}

/**
 * The organization out of those the person works in: the chosen one when it is among them, else the first.
 */
export function validOrganization(
  chosen: string | undefined,
  organizations: readonly Organization[],
): Organization | undefined {
  return organizations.find(({ id }) => id === chosen) ?? organizations[0];
}
