import { plainValue } from "../../../kit/metadata/value-text.ts";
import type { Profile } from "../../../kit/session.ts";

/** The person's own data (docs/contract/identity.md, "Profile"). */
export const PROFILE_URL = "/api/v1/users/profile/";

/** The page on which second factors are turned on and off (docs/contract/identity.md, "Second factors"). */
export const MFA_PAGE = "/core/auth/profile/mfa/";

/** What cannot be lowered: MFA that the installation or an administrator demands. */
export const DEMANDED_MFA = 2;

/** Tabs of the settings page, by which it can be linked to. */
export type SettingTab = "ProfileUpdate" | "PasswordUpdate" | "MFAUpdate" | "SSHUpdate" | "SecretKeyUpdate";

/** Path of the settings page with a tab open. */
export function settingPath(tab: SettingTab): string {
  return `/profile/setting?activeTab=${tab}`;
}

/** Whether the password is stored here, and not by the directory or service the person comes from. */
export function isLocal(profile: Profile): boolean {
  return (plainValue(profile.source) ?? "local") === "local";
}

/** Whether the person may sign in to terminals with a key. */
export function mayUseKeys(profile: Profile): boolean {
  return profile.can_public_key_auth === true;
}
