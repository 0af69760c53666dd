import { useTranslation } from "react-i18next";
import { useLaterTexts } from "../../i18n/use-later-texts.ts";

/** The texts of the pages of accounts, once they are there. */
export function useAccountTexts() {
  useLaterTexts();
  return useTranslation(["accountPages", "accounts", "routes", "common"]);
}
