import type { PublicSettings } from "../kit/session.ts";
import type { RouteEntry } from "./routes/route-entry.ts";

/** Icons of the navigation bar that stand for a screen or a page of the server. */
export interface NavbarItems {
  readonly webTerminal: boolean;
  readonly tickets: boolean;
  readonly systemSettings: boolean;
}

/** Where the ticket icon leads. */
export const TICKETS_PAGE = "/tickets/assigned-tickets";

/** Where the settings icon leads: to the first screen the person may open there. */
export const SETTINGS_PAGE = "/settings";

/** Entries of the account menu that lead to a screen, in order, with the key of their label. */
const ACCOUNT_PAGES = [
  { path: "/profile/info", label: "profile" },
  { path: "/profile/key", label: "apiKey" },
  { path: "/profile/temp-password", label: "temporaryPassword" },
  { path: "/profile/connection-token", label: "connectionToken" },
] as const;

/** What decides over the navigation bar. */
export interface NavbarGround {
  /** The screens the person may open: permission, license and setting of each are judged already. */
  readonly screens: readonly RouteEntry[];
  readonly settings: PublicSettings;
  readonly can: (code: string) => boolean;
}

/** Which icons the person sees (docs/contract/console.md, "The frame"). */
export function navbarItems({ screens, settings, can }: NavbarGround): NavbarItems {
  return {
    webTerminal: can("rbac.view_webterminal"),
    tickets:
      settings.TICKETS_ENABLED === true &&
      settings.XPACK_LICENSE_IS_VALID === true &&
      can("tickets.view_ticket") &&
      screens.some(({ path }) => path === TICKETS_PAGE),
    systemSettings: can("settings.view_setting") && screens.some(({ view }) => view === "settings"),
  };
}

/** The entries of the account menu the person sees: those whose screen is theirs to open. */
export function accountPages(screens: readonly RouteEntry[]): readonly (typeof ACCOUNT_PAGES)[number][] {
  return ACCOUNT_PAGES.filter(({ path }) => screens.some((screen) => screen.path === path));
}
