import { use } from "react";
import { useTranslation } from "react-i18next";
import { laterTexts } from "../../i18n/later.ts";

/** Texts of the personal pages. They are loaded with the first of these, which waits for them. */
export function useProfileTexts() {
  use(laterTexts());
  return useTranslation(["personal", "factors", "profile", "form", "routes", "kit", "common"]);
}
