import { useTranslation } from "react-i18next";

/** Texts of roles and permission trees, which are loaded with the first page that needs them. */
export function useRoleTexts() {
  return useTranslation(["roles", "routes", "common", "kit"]);
}
