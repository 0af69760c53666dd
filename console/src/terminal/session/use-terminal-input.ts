import { useEffect, useRef } from "react";
import { copyText } from "../../kit/copy-text.ts";
import {
  DEFAULT_TERMINAL_SETTING,
  getTerminalSetting,
  updateTerminalSetting,
} from "../settings/luna-setting.ts";
import type { OpenTerminal } from "./create-terminal.ts";
import { type HeldKeys, isHeld, NOTHING_HELD, withHeldKeys } from "./held-keys.ts";
import type { LastingConnection } from "./lasting-connection.ts";
import {
  isOfWorkspace,
  MAC,
  type TerminalShortcut,
  terminalShortcut,
  type WorkspaceShortcut,
} from "./shortcuts.ts";
import type { TerminalTab } from "./tabs-state.ts";

/** What the input of a terminal acts on, as it is at the moment. */
interface InputTargets {
  connection: { current: LastingConnection | undefined };
  backspaceAsCtrlH: { current: boolean };
  latest: {
    current: {
      tab: TerminalTab;
      onReconnect(): void;
      onShortcut(shortcut: WorkspaceShortcut, isPressed: boolean): boolean;
    };
  };
  /** Opens the bar for finding text. */
  find(): void;
  /** Puts the keyboard where a transfer is asked about; false where there is none. */
  answerTransfer(isPressed: boolean): boolean;
  /** Modifiers that were tapped in the row of keys. */
  held: HeldKeys;
  onHold(held: HeldKeys): void;
}

/** Sends what is typed and the size of the screen to the connection, and performs the shortcuts of the page. */
export function useTerminalInput(open: OpenTerminal | undefined, targets: InputTargets): void {
  const kept = useRef(targets);
  kept.current = targets;
  useEffect(() => {
    if (open === undefined) return;
    const { terminal } = open;
    const { connection, backspaceAsCtrlH, latest } = kept.current;
    const input = terminal.onData((typed) => {
      const { held } = kept.current;
      const modified = isHeld(held) ? withHeldKeys(typed, held) : undefined;
      if (modified !== undefined) kept.current.onHold(NOTHING_HELD);
      const data = modified ?? typed;
      if (latest.current.tab.session.phase === "closed") {
        if (data === "\r") latest.current.onReconnect();
        return;
      }
      connection.current?.input(backspaceAsCtrlH.current && data === "\x7f" ? "\b" : data);
    });
    const binary = terminal.onBinary((data) => connection.current?.binaryInput(data));
    const resize = terminal.onResize(({ cols, rows }) => connection.current?.resize({ cols, rows }));
    const perform: Record<Exclude<TerminalShortcut, WorkspaceShortcut>, () => void> = {
      find: () => kept.current.find(),
      transfer: () => {},
      copy: () => void copyText(terminal.getSelection()),
      paste: () => {},
      bigger: () => updateTerminalSetting({ fontSize: getTerminalSetting().fontSize + 1 }),
      smaller: () => updateTerminalSetting({ fontSize: getTerminalSetting().fontSize - 1 }),
      resetSize: () => updateTerminalSetting({ fontSize: DEFAULT_TERMINAL_SETTING.fontSize }),
    };
    terminal.attachCustomKeyEventHandler((event) => {
      const shortcut = terminalShortcut(event, MAC);
      if (shortcut === undefined || (shortcut === "copy" && !terminal.hasSelection())) return true;
      if (isOfWorkspace(shortcut)) {
        if (!latest.current.onShortcut(shortcut, event.type === "keydown")) return true;
        event.preventDefault();
        return false;
      }
      if (shortcut === "transfer") {
        if (!kept.current.answerTransfer(event.type === "keydown")) return true;
        event.preventDefault();
        return false;
      }
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
}
