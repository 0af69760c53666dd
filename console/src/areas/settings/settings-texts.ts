import { use } from "react";
import { useTranslation } from "react-i18next";
import { laterTexts } from "../../i18n/later.ts";

/** Texts of the settings. They are loaded with the first of their pages, which waits for them. */
export function useSettingsTexts() {
  use(laterTexts());
  return useTranslation(["settings", "vault", "routes", "common"]);
}
