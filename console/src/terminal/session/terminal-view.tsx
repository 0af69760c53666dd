import "@xterm/xterm/css/xterm.css";
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { copyText } from "../../kit/copy-text.ts";
import { confirm } from "../../kit/dialogs.tsx";
import { toast } from "../../kit/feedback.ts";
import { TOUCH, useMedia } from "../../kit/use-media.ts";
import { useAppearance } from "../page/color-mode.ts";
import { getTerminalSetting, subscribeTerminalSetting } from "../settings/luna-setting.ts";
import { fontFamily, usePersonalSetting } from "../settings/personal-setting.ts";
import { readClipboard } from "./clipboard.ts";
import { createTerminal, type OpenTerminal, type TerminalLook } from "./create-terminal.ts";
import { FindBar } from "./find-bar.tsx";
import { NOTHING_HELD } from "./held-keys.ts";
import { KeyRow } from "./key-row.tsx";
import { paletteFor } from "./palettes.ts";
import type { SessionEvent } from "./session-state.ts";
import { type TerminalTab, tabTitle } from "./tabs-state.ts";
import type { TerminalConnection } from "./terminal-connection.ts";
import { useConnection } from "./use-connection.ts";
import { useFit } from "./use-fit.ts";
import { useTerminalInput } from "./use-terminal-input.ts";

/** Props of the view. */
export interface TerminalViewProps {
  tab: TerminalTab;
  /** Whether the tab is in front. */
  active: boolean;
  /** Whether the bar for finding text is shown. */
  isFinding: boolean;
  onFind(isFinding: boolean): void;
  onEvent(attempt: number, event: SessionEvent): void;
  onReconnect(): void;
}

/** One terminal: the screen, its socket, its keys. It stays in the page while its tab is open. */
export default function TerminalView(props: TerminalViewProps) {
  const { tab, active, isFinding, onFind } = props;
  const { t } = useTranslation("terminal");
  const setting = useSyncExternalStore(subscribeTerminalSetting, getTerminalSetting);
  const [personal] = usePersonalSetting();
  const isTouchScreen = useMedia(TOUCH);
  const element = useRef<HTMLDivElement>(null);
  const [held, setHeld] = useState(NOTHING_HELD);
  const connection = useRef<TerminalConnection>(undefined);
  const backspaceAsCtrlH = useRef(false);
  const latest = useRef(props);
  latest.current = props;
  const look = useTerminalLook(isFinding);
  const open = useOpenTerminal(element, look, t("session.terminal", { name: tabTitle(tab) }));

  useConnection(open, tab, {
    connection,
    backspaceAsCtrlH,
    latest,
    skippedText: (size) => t("session.skipped", { size }),
  });
  useFit(open, element, active);
  useTerminalInput(open, {
    connection,
    backspaceAsCtrlH,
    latest,
    find: () => onFind(true),
    held,
    onHold: setHeld,
  });

  const copySelection = () => {
    const text = open?.terminal.getSelection() ?? "";
    if (text !== "") void copyText(text);
  };
  const pasteByMouse = async () => {
    const text = await readClipboard();
    if (text === undefined) toast("info", t("session.pasteRefused"));
    else open?.terminal.paste(text);
    open?.terminal.focus();
  };

  return (
    <>
      {isFinding && open && (
        <FindBar
          search={open.search}
          palette={look.palette}
          onClose={() => {
            onFind(false);
            open.terminal.focus();
          }}
        />
      )}
      <div className="luna-terminal" style={{ background: look.palette.background }}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the terminal inside is the control; this only hears what bubbles */}
        <div
          ref={element}
          className="luna-terminal-screen"
          onMouseUp={(event) => event.button === 0 && copySelection()}
          onContextMenu={(event) => {
            if (!setting.quickPaste || event.ctrlKey) return;
            event.preventDefault();
            void pasteByMouse();
          }}
        />
      </div>
      {isTouchScreen && personal.isKeyRowShown && open && tab.session.phase !== "closed" && (
        <KeyRow
          held={held}
          onHold={setHeld}
          onSend={(sequence) => connection.current?.input(sequence)}
          isApplication={() => open.terminal.modes.applicationCursorKeysMode}
        />
      )}
    </>
  );
}

/**
 * What a terminal is drawn with now.
 *
 * @param isFinding whether something is looked for: what is selected then is the match it stands at
 */
function useTerminalLook(isFinding: boolean): TerminalLook {
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

/** Makes the terminal once, and changes its look with what the person chooses. */
function useOpenTerminal(
  element: { readonly current: HTMLDivElement | null },
  look: TerminalLook,
  label: string,
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
    open.terminal.options.fontSize = look.fontSize;
    open.terminal.options.fontFamily = look.fontFamily;
    if (element.current?.offsetParent) open.fit.fit();
  }, [open, element, look]);
  return open;
}
