import { api } from "../kit/api/client.ts";
import { readCookie } from "../kit/api/cookies.ts";
import type { Profile, PublicSettings } from "../kit/session.ts";
import { currentOrganization, storedOrganization, storeOrganization } from "./organizations.ts";
import type { RenewalPorts } from "./session-renewal.ts";
import type { StartUpPorts } from "./start-up.ts";

const VIEW_KEY = "PreView";
const PROFILE_URL = "/api/v1/users/profile/";
const SETTINGS_URL = "/api/v1/settings/public/";

/** The start-up sequence's view of this browser and its server. */
export function browserPorts(applyBranding: (settings: PublicSettings) => void): StartUpPorts {
  return {
    openSettings: () => api<PublicSettings>("/api/v1/settings/public/open/"),
    settings: () => api<PublicSettings>(SETTINGS_URL),
    profile: () => api<Profile>(PROFILE_URL),
    sessionMark: () => readCookie("jms_session_expire"),
    signOut: async () => {
      await fetch("/core/auth/logout/", { credentials: "same-origin" }).catch(() => undefined);
    },
    rememberedView: () => localStorage.getItem(VIEW_KEY),
    rememberView: (view) => localStorage.setItem(VIEW_KEY, view),
    storedOrganization,
    requestedOrganization: () => new URLSearchParams(location.search).get("oid"),
    currentOrganization,
    saveOrganization: storeOrganization,
    applyBranding,
  };
}

/** How a session is asked for again: always for the chosen organization, also on pages that work in another. */
export const renewalPorts: RenewalPorts = {
  profile: (organization) =>
    api<Profile>(PROFILE_URL, organization === undefined ? {} : { headers: { "X-JMS-ORG": organization } }),
  settings: () => api<PublicSettings>(SETTINGS_URL),
};

/** Leaves for the sign-in page, to come back to the present address unless told another. */
export function goToSignIn(next = `${location.pathname}${location.search}`): void {
  location.assign(`/core/auth/login/?next=${encodeURIComponent(next)}`);
}

/** Ends the session and leaves for the sign-in page, to come back to the present address. */
export function signOut(): void {
  const next = `${location.pathname}${location.search}`;
  location.assign(`/core/auth/logout/?next=${encodeURIComponent(next)}`);
}
