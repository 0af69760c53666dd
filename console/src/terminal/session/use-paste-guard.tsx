import type { Terminal } from "@xterm/xterm";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { confirm } from "../../kit/dialogs.tsx";
import type { OpenTerminal } from "./create-terminal.ts";
import { linesOf, withoutControls } from "./typed-lines.ts";

/** Lines that are shown before several are pasted. */
const SHOWN_LINES = 10;

/**
 * Asks before several lines are pasted, for a shell may run each as it arrives, and lets no keys be pasted.
 *
 * @param isGuarded whether it asks
 * @returns pastes a text that did not come from the browser's own paste
 */
export function usePasteGuard(
  open: OpenTerminal | undefined,
  element: { readonly current: HTMLElement | null },
  isGuarded: boolean,
): (terminal: Terminal, text: string) => void {
  const { t } = useTranslation("terminal");
  const paste = (terminal: Terminal, given: string) => {
    const text = withoutControls(given);
    const lines = linesOf(text);
    const done = () => {
      terminal.paste(text);
      terminal.focus();
    };
    if (!isGuarded || lines.length < 2) return done();
    confirm({
      title: t("paste.title", { count: lines.length }),
      content: (
        <>
          {t("paste.body")}
          <pre className="luna-lines">{lines.slice(0, SHOWN_LINES).join("\n")}</pre>
        </>
      ),
      confirmText: t("paste.confirm"),
      onConfirm: done,
      onCancel: () => terminal.focus(),
    });
  };
  const latest = useRef(paste);
  latest.current = paste;
  useEffect(() => {
    const place = element.current;
    if (open === undefined || place === null) return;
    // Before the terminal hears of it, which pastes at once.
    const onPaste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData("text/plain") ?? "";
      event.preventDefault();
      event.stopPropagation();
      if (text !== "") latest.current(open.terminal, text);
    };
    place.addEventListener("paste", onPaste, true);
    return () => place.removeEventListener("paste", onPaste, true);
  }, [open, element]);
  return paste;
}
