import { useTranslation } from "react-i18next";

/** Texts of endpoints and their rules. They are loaded with the first page that shows one. */
export function useEndpointTexts() {
  return useTranslation(["endpoints", "routes"]);
}
