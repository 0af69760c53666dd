import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { CommandWords } from "./commands.ts";

/** The words of commands in the page's language. */
export function usePaletteWords(): CommandWords {
  const { t } = useTranslation("palette");
  return useMemo(
    () => ({
      verbs: t("words.verbs", { returnObjects: true }),
      fillers: t("words.fillers"),
      between: t("words.between"),
    }),
    [t],
  );
}
