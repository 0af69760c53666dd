import { useTranslation } from "react-i18next";

/** The texts of the pages of accounts, once they are there. */
export function useAccountTexts() {
  return useTranslation(["accountPages", "accounts", "routes", "common"]);
}
