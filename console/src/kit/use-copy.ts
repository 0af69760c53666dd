import { useCallback, useRef } from "react";
import { useTranslation } from "react-i18next";
import { copyText } from "./copy-text.ts";
import { toast } from "./feedback.ts";

/** Time between two copies, in milliseconds. */
const PAUSE = 1400;

/** Copies texts, no faster than anybody means it, and reports whether it worked. */
export function useCopy(): (text: string) => Promise<void> {
  const { t } = useTranslation("common");
  const copiedAt = useRef(Number.NEGATIVE_INFINITY);
  return useCallback(
    async (text) => {
      if (Date.now() - copiedAt.current < PAUSE) return;
      copiedAt.current = Date.now();
      if (await copyText(text)) toast("success", t("copied"));
      else toast("error", t("notCopied"));
    },
    [t],
  );
}
