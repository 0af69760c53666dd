import { useTranslation } from "react-i18next";

/** Texts about what permissions do, which are loaded with the first page that needs them. */
export function useGrantingTexts() {
  return useTranslation(["granting", "permissions", "accounts", "routes", "common", "kit"]);
}
