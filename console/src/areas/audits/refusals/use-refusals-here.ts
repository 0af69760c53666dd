import { useTranslation } from "react-i18next";
import { REFUSALS } from "../resources.ts";
import { useIsServed } from "../use-is-served.ts";

/** Whether the server keeps a log of refused attempts that the viewer may read. Undefined until that is known. */
export const useRefusalsHere = (): boolean | undefined => useIsServed(REFUSALS);

/** Texts of the pages of refused attempts. */
export function useRefusalTexts() {
  return useTranslation(["refusals", "routes", "kit"]);
}
