import { use } from "react";
import { useTranslation } from "react-i18next";
import { laterTexts } from "../../i18n/later.ts";

/** Texts of forms and their inputs. They are loaded with the first form, which waits for them. */
export function useFormTexts() {
  use(laterTexts());
  return useTranslation(["form", "kit", "common"]);
}
