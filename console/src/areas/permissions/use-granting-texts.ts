import { use } from "react";
import { useTranslation } from "react-i18next";
import { laterTexts } from "../../i18n/later.ts";

/** Texts about what permissions do, which are loaded with the first page that needs them. */
export function useGrantingTexts() {
  use(laterTexts());
  return useTranslation(["granting", "permissions", "accounts", "routes", "common", "kit"]);
}
