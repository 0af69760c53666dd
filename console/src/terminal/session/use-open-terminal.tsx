import "@xterm/xterm/css/xterm.css";
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { confirm } from "../../kit/dialogs.tsx";
import { useAppearance } from "../page/color-mode.ts";
import { getTerminalSetting, subscribeTerminalSetting } from "../settings/luna-setting.ts";
import { fontFamily, usePersonalSetting } from "../settings/personal-setting.ts";
import { createTerminal, type OpenTerminal, type TerminalLook } from "./create-terminal.ts";
import { paletteFor } from "./palettes.ts";

/**
 * What a terminal is drawn with now.
 *
 * @param isFinding whether something is looked for: what is selected then is the match it stands at
 */
export function useTerminalLook(isFinding: boolean): TerminalLook {
  const { dark } = useAppearance();
  const { fontSize } = useSyncExternalStore(subscribeTerminalSetting, getTerminalSetting);
  const [{ colors, font }] = usePersonalSetting();
  return useMemo(() => {
    const palette = paletteFor(colors, dark);
    const { activeMatchBackground: match } = palette;
    const found = { ...palette, selectionBackground: match, selectionInactiveBackground: match };
    return { fontSize, fontFamily: fontFamily(font), palette: isFinding ? found : palette };
  }, [fontSize, font, colors, dark, isFinding]);
}

/**
 * Makes the terminal once, and changes its look with what the person chooses.
 *
 * @param keepsSize whether its columns, its rows and the size of its text are given elsewhere; default false
 */
export function useOpenTerminal(
  element: { readonly current: HTMLDivElement | null },
  look: TerminalLook,
  label: string,
  keepsSize = false,
): OpenTerminal | undefined {
  const { t } = useTranslation("terminal");
  const [open, setOpen] = useState<OpenTerminal>();
  const askToOpen = (address: string) =>
    confirm({
      title: t("session.linkTitle"),
      content: <span className="luna-break">{t("session.linkBody", { address })}</span>,
      confirmText: t("session.linkOpen"),
      onConfirm: () => void window.open(address, "_blank", "noopener,noreferrer"),
    });
  const latest = useRef({ askToOpen, look, label });
  latest.current = { askToOpen, look, label };
  useEffect(() => {
    if (element.current === null) return;
    const made = createTerminal(element.current, {
      look: latest.current.look,
      label: latest.current.label,
      onLink: (address) => latest.current.askToOpen(address),
    });
    setOpen(made);
    return () => {
      made.terminal.dispose();
      setOpen(undefined);
    };
  }, [element]);
  useEffect(() => {
    if (open === undefined) return;
    open.terminal.options.theme = look.palette;
    open.terminal.options.fontFamily = look.fontFamily;
    if (keepsSize) return;
    open.terminal.options.fontSize = look.fontSize;
    if (element.current?.offsetParent) open.fit.fit();
  }, [open, element, look, keepsSize]);
  return open;
}
