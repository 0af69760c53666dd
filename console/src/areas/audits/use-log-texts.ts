import { useTranslation } from "react-i18next";

/** Texts of the log pages, which are loaded with the first of them. */
export function useLogTexts() {
  return useTranslation(["auditLogs", "routes", "kit"]);
}
