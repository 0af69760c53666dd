import { useTranslation } from "react-i18next";

/** Texts about file transfers, which are loaded with the first page that needs them. */
export function useTransferTexts() {
  return useTranslation(["fileTransfers", "routes", "kit"]);
}
