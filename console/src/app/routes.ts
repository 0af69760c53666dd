import { matchPath } from "react-router";
import type { RouteEntry, Screen } from "../shell/routes/route-entry.ts";
import { AREAS } from "./areas.ts";

/**
 * Where addresses are in the table, and so in the menus: by the longest beginning of theirs that is listed, then in
 * the order of the areas.
 */
const ORDER = [
  "/console/dashboard",
  "/console/users",
  "/console/groups",
  "/console/roles",
  "/console/assets",
  "/console/accounts",
  "/console/perms",
  "/audit/dashboard",
  "/audit/sessions",
  "/audit/audits",
  "/workbench",
  "/tickets",
  "/settings/basic",
  "/settings/orgs",
  "/settings",
  "/settings/tasks",
  "/settings/license",
  "/profile",
  "/ops",
];

function positionOf({ path }: RouteEntry): number {
  const beginnings = ORDER.filter((beginning) => path === beginning || path.startsWith(`${beginning}/`));
  const longest = beginnings.reduce((best, each) => (each.length > best.length ? each : best), "");
  return longest === "" ? ORDER.length : ORDER.indexOf(longest);
}

/**
 * Every address of the console (docs/contract/console.md, "Addresses"). One without a screen is offered nowhere and
 * leads to `/404`; an area that brings the screen adds its `load` in its `area.ts`.
 */
export const ROUTE_TABLE: readonly RouteEntry[] = AREAS.flatMap(({ routes }) => routes).toSorted(
  (one, other) => positionOf(one) - positionOf(other),
);

/** Whether an address has its screen. */
export function hasScreen(entry: RouteEntry): entry is Screen {
  return entry.load !== undefined;
}

/** The addresses with a screen. */
export const ROUTES: readonly Screen[] = ROUTE_TABLE.filter(hasScreen);

const SECTIONS = [
  "/console",
  "/console/assets",
  "/console/accounts",
  "/console/perms",
  "/audit",
  "/audit/sessions",
  "/audit/audits",
  "/workbench",
  "/workbench/ops",
  "/tickets",
  "/settings",
  "/profile",
];

/** The screens of a menu below a short address, in the menu's order. */
export function screensBelow(section: string): readonly Screen[] {
  return ROUTES.filter(({ path, menu }) => menu !== undefined && path.startsWith(`${section}/`));
}

/** The short addresses below which there are screens; each leads to the first of these the person may open. */
export const SHORT_ADDRESSES: readonly string[] = SECTIONS.filter(
  (section) => screensBelow(section).length > 0,
);

/** The screen at a path; a fixed path goes before a pattern, also one that has no screen yet. */
export function entryOf(path: string): Screen | undefined {
  const entry =
    ROUTE_TABLE.find((candidate) => candidate.path === path) ??
    ROUTE_TABLE.find((candidate) => matchPath(candidate.path, path) !== null);
  return entry !== undefined && hasScreen(entry) ? entry : undefined;
}

/** The address of that name. Throws on a name that is not in the table. */
export function routeNamed(name: string): RouteEntry {
  const entry = ROUTE_TABLE.find((candidate) => candidate.name === name);
  if (entry === undefined) throw new Error(`No address is called ${name}`);
  return entry;
}

/** Parts of the console with an entry in a menu. */
export const BUILT_VIEWS: ReadonlySet<string> = new Set(
  ROUTES.filter(({ menu }) => menu !== undefined).map(({ view }) => view),
);
