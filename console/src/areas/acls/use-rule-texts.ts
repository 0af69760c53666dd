import { useTranslation } from "react-i18next";

/** Texts of the pages about rules. */
export function useRuleTexts() {
  return useTranslation(["acls", "permissions", "routes", "kit", "common"]);
}
