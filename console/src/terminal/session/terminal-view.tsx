import "@xterm/xterm/css/xterm.css";
import { App } from "antd";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { copyText } from "../../kit/copy-text.ts";
import { toast } from "../../kit/feedback.ts";
import { useAppearance } from "../page/color-mode.ts";
import { getTerminalSetting, subscribeTerminalSetting } from "../settings/luna-setting.ts";
import { readClipboard } from "./clipboard.ts";
import { createTerminal, type OpenTerminal } from "./create-terminal.ts";
import { FindBar } from "./find-bar.tsx";
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
  onEvent(attempt: number, event: SessionEvent): void;
  onReconnect(): void;
}

/** One terminal: the screen, its socket, its keys. It stays in the page while its tab is open. */
export default function TerminalView(props: TerminalViewProps) {
  const { tab, active } = props;
  const { t } = useTranslation("terminal");
  const { modal } = App.useApp();
  const { dark } = useAppearance();
  const setting = useSyncExternalStore(subscribeTerminalSetting, getTerminalSetting);
  const element = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<OpenTerminal>();
  const [finding, setFinding] = useState(false);
  const connection = useRef<TerminalConnection>(undefined);
  const backspaceAsCtrlH = useRef(false);
  const latest = useRef(props);
  latest.current = props;

  const askToOpen = (address: string) =>
    modal.confirm({
      title: t("session.linkTitle"),
      content: <span className="luna-break">{t("session.linkBody", { address })}</span>,
      okText: t("session.linkOpen"),
      onOk: () => void window.open(address, "_blank", "noopener,noreferrer"),
    });
  const handlers = useRef({ askToOpen });
  handlers.current = { askToOpen };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the terminal is made once; later changes have effects of their own
  useEffect(() => {
    if (element.current === null) return;
    const made = createTerminal(element.current, {
      setting: getTerminalSetting(),
      dark,
      label: t("session.terminal", { name: tabTitle(tab) }),
      onLink: (address) => handlers.current.askToOpen(address),
    });
    setOpen(made);
    return () => {
      made.terminal.dispose();
      setOpen(undefined);
    };
  }, []);

  useConnection(open, tab, {
    connection,
    backspaceAsCtrlH,
    latest,
    skippedText: (size) => t("session.skipped", { size }),
  });
  useFit(open, element, active);

  useEffect(() => {
    if (open === undefined) return;
    open.terminal.options.theme = paletteFor(setting.palette, dark);
    open.terminal.options.fontSize = setting.fontSize;
    if (element.current?.offsetParent) open.fit.fit();
  }, [open, setting.palette, setting.fontSize, dark]);

  useTerminalInput(open, { connection, backspaceAsCtrlH, latest, find: () => setFinding(true) });

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
    <div className="luna-terminal" style={{ background: paletteFor(setting.palette, dark).background }}>
      {finding && open && (
        <FindBar
          search={open.search}
          dark={dark}
          onClose={() => {
            setFinding(false);
            open.search.clearDecorations();
            open.terminal.focus();
          }}
        />
      )}
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
  );
}
