import { useTranslation } from "react-i18next";
import { useLaterTexts } from "../../i18n/use-later-texts.ts";

/** Texts of the pages of keys and tokens, which wait for them. */
export function useCredentialTexts() {
  useLaterTexts();
  return useTranslation(["credentials", "common", "routes"]);
}
