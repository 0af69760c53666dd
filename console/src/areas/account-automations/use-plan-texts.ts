import { useTranslation } from "react-i18next";

/** The texts of the pages of plans, once they are there. */
export function usePlanTexts() {
  return useTranslation(["accountPlans", "routes", "common", "kit"]);
}
