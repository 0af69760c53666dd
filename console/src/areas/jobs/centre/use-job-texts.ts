import { useTranslation } from "react-i18next";

/** The texts of the pages of jobs, once they are there. */
export function useJobTexts() {
  return useTranslation(["jobCentre", "routes", "common", "kit"]);
}
