import { useEffect, useRef } from "react";
import type { TerminalTransfer } from "../transfer/use-transfer.ts";
import { calmDown, type OpenTerminal } from "./create-terminal.ts";
import { LastingConnection } from "./lasting-connection.ts";
import { OutputPump } from "./output-pump.ts";
import type { SessionEvent } from "./session-state.ts";
import type { TerminalTab } from "./tabs-state.ts";
import { TerminalConnection } from "./terminal-connection.ts";

/** What ends every transfer of a terminal. */
const forgettingTransfers: ReadonlySet<SessionEvent["type"]> = new Set([
  "interrupted",
  "ended",
  "disconnected",
]);

/** What a connection needs of its view, as it is at the moment. */
interface ConnectedView {
  tab: TerminalTab;
  active: boolean;
  onEvent(attempt: number, event: SessionEvent): void;
}

/** Joins the terminal to a socket for every attempt, from its first byte to its end. */
export function useConnection(
  open: OpenTerminal | undefined,
  tab: TerminalTab,
  refs: {
    connection: { current: LastingConnection | undefined };
    backspaceAsCtrlH: { current: boolean };
    latest: { current: ConnectedView };
    skippedText(kilobytes: number): string;
    transfer: Pick<TerminalTransfer, "hear" | "forget">;
  },
): void {
  const kept = useRef(refs);
  kept.current = refs;
  const { attempt } = tab;
  /** The last attempt a socket was opened for; each has one. */
  const opened = useRef(0);
  // While a fresh token is asked for, what is left of the last attempt is given up.
  const isPreparing = tab.session.phase === "preparing";
  useEffect(() => {
    if (open === undefined || isPreparing || opened.current === attempt) return;
    const { terminal } = open;
    const { connection, backspaceAsCtrlH, latest } = kept.current;
    const { target } = latest.current.tab;
    backspaceAsCtrlH.current = target.request.connect_options.backspaceAsCtrlH === true;
    if (latest.current.active) terminal.focus();
    let socket: LastingConnection | undefined;
    let pump: OutputPump | undefined;
    // Opened in a later turn, so that a view that is taken down at once never reaches the gateway.
    const begin = setTimeout(() => {
      opened.current = attempt;
      const { session } = latest.current.tab;
      const made = new LastingConnection(
        {
          open: (handlers) => TerminalConnection.open(target.tokenId, target.assetId, handlers),
          resume: (id, secret, handlers) => {
            // What the lost socket brought is in the screen that is drawn again.
            pump?.stop();
            pump = undefined;
            return TerminalConnection.resume(id, secret, handlers);
          },
        },
        {
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
            if (forgettingTransfers.has(event.type)) kept.current.transfer.forget();
            latest.current.onEvent(attempt, event);
          },
          transfer: (news) => kept.current.transfer.hear(news),
          members: (members) =>
            latest.current.onEvent(attempt, {
              type: "guests",
              count: members.filter(({ primary }) => !primary).length,
            }),
          opened: (details) => {
            backspaceAsCtrlH.current ||= details.backspaceAsCtrlH;
          },
        },
        session.phase === "reconnecting" ? session.sessionId : undefined,
      );
      socket = made;
      connection.current = made;
    });
    return () => {
      clearTimeout(begin);
      pump?.stop();
      socket?.close();
      if (connection.current === socket) connection.current = undefined;
    };
  }, [open, attempt, isPreparing]);
}
