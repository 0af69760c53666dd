import { useTranslation } from "react-i18next";

/** Texts of forms and their inputs. They are loaded with the first form, which waits for them. */
export function useFormTexts() {
  return useTranslation(["form", "kit", "common"]);
}
