import "@xterm/xterm/css/xterm.css";
import { App } from "antd";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { copyText } from "../../kit/copy-text.ts";
import { toast } from "../../kit/feedback.ts";
import { useAppearance } from "../page/color-mode.ts";
import {
  DEFAULT_TERMINAL_SETTING,
  getTerminalSetting,
  subscribeTerminalSetting,
  updateTerminalSetting,
} from "../settings/luna-setting.ts";
import { readClipboard } from "./clipboard.ts";
import { calmDown, createTerminal, type OpenTerminal } from "./create-terminal.ts";
import { FindBar } from "./find-bar.tsx";
import { OutputPump } from "./output-pump.ts";
import { paletteFor } from "./palettes.ts";
import type { SessionEvent } from "./session-state.ts";
import { type TerminalShortcut, terminalShortcut } from "./shortcuts.ts";
import { type TerminalTab, tabTitle } from "./tabs-state.ts";
import { TerminalConnection } from "./terminal-connection.ts";

/** Props of the view. */
export interface TerminalViewProps {
  tab: TerminalTab;
  /** Whether the tab is in front. */
  active: boolean;
  onEvent(attempt: number, event: SessionEvent): void;
  onReconnect(): void;
}

const MAC = /mac/i.test(navigator.platform);

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

  useEffect(() => {
    if (open === undefined) return;
    const { terminal } = open;
    const input = terminal.onData((data) => {
      if (latest.current.tab.session.phase === "closed") {
        if (data === "\r") latest.current.onReconnect();
        return;
      }
      connection.current?.input(backspaceAsCtrlH.current && data === "\x7f" ? "\b" : data);
    });
    const binary = terminal.onBinary((data) => connection.current?.binaryInput(data));
    const resize = terminal.onResize(({ cols, rows }) => connection.current?.resize({ cols, rows }));
    const perform: Record<TerminalShortcut, () => void> = {
      find: () => setFinding(true),
      copy: () => void copyText(terminal.getSelection()),
      paste: () => {},
      bigger: () => updateTerminalSetting({ fontSize: getTerminalSetting().fontSize + 1 }),
      smaller: () => updateTerminalSetting({ fontSize: getTerminalSetting().fontSize - 1 }),
      resetSize: () => updateTerminalSetting({ fontSize: DEFAULT_TERMINAL_SETTING.fontSize }),
    };
    terminal.attachCustomKeyEventHandler((event) => {
      const shortcut = terminalShortcut(event, MAC);
      if (shortcut === undefined || (shortcut === "copy" && !terminal.hasSelection())) return true;
      // The browser's own paste is the one that needs no permission: it is let through.
      if (shortcut === "paste") return false;
      event.preventDefault();
      if (event.type === "keydown") perform[shortcut]();
      return false;
    });
    return () => {
      input.dispose();
      binary.dispose();
      resize.dispose();
    };
  }, [open]);

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

/** Joins the terminal to a socket for every attempt, from its first byte to its end. */
function useConnection(
  open: OpenTerminal | undefined,
  tab: TerminalTab,
  refs: {
    connection: { current: TerminalConnection | undefined };
    backspaceAsCtrlH: { current: boolean };
    latest: { current: TerminalViewProps };
    skippedText(kilobytes: number): string;
  },
): void {
  const kept = useRef(refs);
  kept.current = refs;
  const { attempt } = tab;
  useEffect(() => {
    if (open === undefined) return;
    const { terminal } = open;
    const { connection, backspaceAsCtrlH, latest } = kept.current;
    const { target } = latest.current.tab;
    backspaceAsCtrlH.current = target.request.connect_options.backspaceAsCtrlH === true;
    if (latest.current.active) terminal.focus();
    let socket: TerminalConnection | undefined;
    let pump: OutputPump | undefined;
    // Opened in a later turn, so that a view that is taken down at once never reaches the gateway.
    const begin = setTimeout(() => {
      const made = TerminalConnection.open(target.tokenId, target.assetId, {
        size: () => ({ cols: terminal.cols, rows: terminal.rows }),
        output: (bytes) => {
          pump ??= new OutputPump({
            write: (chunk, drawn) => terminal.write(chunk, drawn),
            ...(made.acknowledging ? { acknowledge: (count: number) => made.acknowledge(count) } : {}),
            skipped: (count) => {
              terminal.write(`\r\n\x1b[7m${kept.current.skippedText(Math.round(count / 1024))}\x1b[0m\r\n`);
            },
          });
          pump.push(bytes);
        },
        event: (event) => {
          if (event.type === "ended" || event.type === "disconnected") calmDown(terminal);
          latest.current.onEvent(attempt, event);
        },
        opened: (details) => {
          backspaceAsCtrlH.current ||= details.backspaceAsCtrlH;
        },
      });
      socket = made;
      connection.current = made;
    });
    return () => {
      clearTimeout(begin);
      pump?.stop();
      socket?.close();
      if (connection.current === socket) connection.current = undefined;
    };
  }, [open, attempt]);
}

/** Keeps the terminal as large as its place, while it can be seen. */
function useFit(
  open: OpenTerminal | undefined,
  element: { current: HTMLElement | null },
  active: boolean,
): void {
  useEffect(() => {
    const place = element.current;
    if (open === undefined || place === null || !active) return;
    let frame = 0;
    const fit = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        if (place.clientWidth > 0 && place.clientHeight > 0) open.fit.fit();
      });
    };
    fit();
    open.terminal.focus();
    const observer = new ResizeObserver(fit);
    observer.observe(place);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  }, [open, element, active]);
}
