import { useTranslation } from "react-i18next";

/** Texts about people whom other systems know. They are loaded with the first screen that needs them. */
export function useSourceTexts() {
  return useTranslation(["sources", "routes", "common", "kit"]);
}
