import { useTranslation } from "react-i18next";

/** Texts of the personal pages. They are loaded with the first of these, which waits for them. */
export function useProfileTexts() {
  return useTranslation(["personal", "factors", "profile", "form", "routes", "kit", "common"]);
}
