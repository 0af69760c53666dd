import { use } from "react";
import { useTranslation } from "react-i18next";
import { laterTexts } from "../../i18n/later.ts";

/** Texts about file transfers, which are loaded with the first page that needs them. */
export function useTransferTexts() {
  use(laterTexts());
  return useTranslation(["fileTransfers", "routes", "kit"]);
}
