import { api } from "../kit/api/client.ts";
import { readCookie } from "../kit/api/cookies.ts";
import type { Profile, PublicSettings } from "../kit/session.ts";
import { cookieOrganization, storedOrganization, storeOrganization } from "./organizations.ts";
import type { StartUpPorts } from "./start-up.ts";

const VIEW_KEY = "PreView";

/** The start-up sequence's view of this browser and its server. */
export function browserPorts(dress: (settings: PublicSettings) => void): StartUpPorts {
  return {
    openSettings: () => api<PublicSettings>("/api/v1/settings/public/open/"),
    settings: () => api<PublicSettings>("/api/v1/settings/public/"),
    profile: () => api<Profile>("/api/v1/users/profile/"),
    sessionMark: () => readCookie("jms_session_expire"),
    signOut: async () => {
      await fetch("/core/auth/logout/", { credentials: "same-origin" }).catch(() => undefined);
    },
    rememberedView: () => localStorage.getItem(VIEW_KEY),
    rememberView: (view) => localStorage.setItem(VIEW_KEY, view),
    storedOrganization,
    requestOrganization: cookieOrganization,
    keepOrganization: storeOrganization,
    dress,
  };
}

/** Leaves for the sign-in page, to come back to the present address. */
export function goToSignIn(): void {
  const next = `${location.pathname}${location.search}`;
  location.assign(`/core/auth/login/?next=${encodeURIComponent(next)}`);
}
