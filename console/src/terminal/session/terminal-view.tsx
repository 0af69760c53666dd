import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { copyText } from "../../kit/copy-text.ts";
import { toast } from "../../kit/feedback.ts";
import { TOUCH, useMedia } from "../../kit/use-media.ts";
import { getTerminalSetting, subscribeTerminalSetting } from "../settings/luna-setting.ts";
import { usePersonalSetting } from "../settings/personal-setting.ts";
import TransferPanel from "../transfer/transfer-panel.tsx";
import { useTransfer } from "../transfer/use-transfer.ts";
import type { TabInput } from "../workspace/tab-inputs.ts";
import { readClipboard } from "./clipboard.ts";
import { FindBar } from "./find-bar.tsx";
import { NOTHING_HELD } from "./held-keys.ts";
import { KeyRow } from "./key-row.tsx";
import type { LastingConnection } from "./lasting-connection.ts";
import type { SessionEvent } from "./session-state.ts";
import type { WorkspaceShortcut } from "./shortcuts.ts";
import { type TerminalTab, tabTitle } from "./tabs-state.ts";
import { useConnection } from "./use-connection.ts";
import { useFit } from "./use-fit.ts";
import { useOpenTerminal, useTerminalLook } from "./use-open-terminal.tsx";
import { usePasteGuard } from "./use-paste-guard.tsx";
import { useTerminalInput } from "./use-terminal-input.ts";

/** Props of the view. */
export interface TerminalViewProps {
  tab: TerminalTab;
  /** Whether the tab is in front. */
  active: boolean;
  /** Whether it can be seen: in front, or beside what is. */
  isShown: boolean;
  /** Whether the bar for finding text is shown. */
  isFinding: boolean;
  onFind(isFinding: boolean): void;
  /** The terminal can be typed in from outside, until what is answered is called. */
  onReady(input: TabInput): () => void;
  onEvent(attempt: number, event: SessionEvent): void;
  onReconnect(): void;
  onShortcut(shortcut: WorkspaceShortcut, isPressed: boolean): boolean;
}

/** One terminal: the screen, its socket, its keys. It stays in the page while its tab is open. */
export default function TerminalView(props: TerminalViewProps) {
  const { tab, active, isShown, isFinding, onFind } = props;
  const { t } = useTranslation("terminal");
  const setting = useSyncExternalStore(subscribeTerminalSetting, getTerminalSetting);
  const [personal] = usePersonalSetting();
  const isTouchScreen = useMedia(TOUCH);
  const element = useRef<HTMLDivElement>(null);
  const [held, setHeld] = useState(NOTHING_HELD);
  const connection = useRef<LastingConnection>(undefined);
  const backspaceAsCtrlH = useRef(false);
  const latest = useRef(props);
  latest.current = props;
  const look = useTerminalLook(isFinding);
  const transfer = useTransfer((answer) => connection.current?.answerTransfer(answer));
  const transferButton = useRef<HTMLButtonElement>(null);
  const open = useOpenTerminal(element, look, t("session.terminal", { name: tabTitle(tab) }));

  useConnection(open, tab, {
    connection,
    backspaceAsCtrlH,
    latest,
    skippedText: (size) => t("session.skipped", { size }),
    transfer,
  });
  useFit(open, element, { isShown, active });
  const paste = usePasteGuard(open, element, personal.isPasteGuarded);
  const pasteNow = useRef(paste);
  pasteNow.current = paste;
  useEffect(() => {
    if (open === undefined) return;
    return latest.current.onReady({
      type: (text) => connection.current?.input(text),
      paste: (text) => pasteNow.current(open.terminal, text),
      focus: () => open.terminal.focus(),
      release: () => connection.current?.release(),
    });
  }, [open]);
  useTerminalInput(open, {
    connection,
    backspaceAsCtrlH,
    latest,
    find: () => onFind(true),
    answerTransfer(isPressed) {
      if (isPressed) transferButton.current?.focus();
      return transferButton.current !== null;
    },
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
    else if (open !== undefined) paste(open.terminal, text);
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
          onMouseUp={(event) => event.button === 0 && personal.copiesSelection && copySelection()}
          onContextMenu={(event) => {
            if (!setting.quickPaste || event.ctrlKey) return;
            event.preventDefault();
            void pasteByMouse();
          }}
        />
      </div>
      {transfer.state && (
        <TransferPanel
          transfer={transfer}
          state={transfer.state}
          first={transferButton}
          onDone={() => open?.terminal.focus()}
        />
      )}
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
