import { use } from "react";
import { useTranslation } from "react-i18next";
import { laterTexts } from "../../i18n/later.ts";

/** Texts of roles and permission trees, which are loaded with the first page that needs them. */
export function useRoleTexts() {
  use(laterTexts());
  return useTranslation(["roles", "routes", "common", "kit"]);
}
