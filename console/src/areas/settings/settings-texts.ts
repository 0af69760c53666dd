import { useTranslation } from "react-i18next";

/** Texts of the settings. They are loaded with the first of their pages, which waits for them. */
export function useSettingsTexts() {
  return useTranslation([
    "settings",
    "ldap",
    "openId",
    "vault",
    "storages",
    "components",
    "authority",
    "routes",
    "common",
  ]);
}
