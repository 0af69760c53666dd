import { useTranslation } from "react-i18next";

/** Texts of the pages of keys and tokens, which wait for them. */
export function useCredentialTexts() {
  return useTranslation(["credentials", "common", "routes"]);
}
