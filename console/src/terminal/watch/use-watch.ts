import type { TerminalSize } from "@sallyport/contract/messages/terminal";
import type { TerminalShareMember } from "@sallyport/contract/messages/terminal-sharing";
import { type RefObject, useCallback, useEffect, useReducer, useRef, useState } from "react";
import { calmDown, type OpenTerminal } from "../session/create-terminal.ts";
import { OutputPump } from "../session/output-pump.ts";
import { nextSession, type SessionEvent, type SessionState } from "../session/session-state.ts";
import type { TerminalConnection, TerminalConnectionHandlers } from "../session/terminal-connection.ts";

/** How somebody else's session is looked at. */
export type LookThrough = (handlers: TerminalConnectionHandlers) => TerminalConnection;

/** A session that is watched. */
export interface WatchedSession {
  readonly state: SessionState;
  /** What is known of it; undefined until it is shown. */
  readonly session: Readonly<Record<string, unknown>> | undefined;
  /** The size of its person's window; undefined until it is shown. */
  readonly size: TerminalSize | undefined;
  /** Those who take part in it; nobody where it is only watched. */
  readonly members: readonly TerminalShareMember[];
  /** What is typed goes here, where anything may be typed. */
  readonly connection: RefObject<TerminalConnection | undefined>;
  /** Watches again. */
  again(): void;
}

type Step = SessionEvent | { readonly type: "again" };

const START: SessionState = { phase: "connecting" };

const step = (state: SessionState, event: Step): SessionState =>
  event.type === "again" ? START : nextSession(state, event);

/**
 * Shows a session that runs on a terminal of the page.
 *
 * @param look opens the socket; another function looks anew
 * @param onTold is called with what the gateway says of what was sent
 */
export function useWatch(
  open: OpenTerminal | undefined,
  look: LookThrough | undefined,
  onTold?: (message: string) => void,
): WatchedSession {
  const [state, tell] = useReducer(step, START);
  const [session, setSession] = useState<Readonly<Record<string, unknown>>>();
  const [size, setSize] = useState<TerminalSize>();
  const [attempt, setAttempt] = useState(0);
  const [members, setMembers] = useState<readonly TerminalShareMember[]>([]);
  const connection = useRef<TerminalConnection>(undefined);
  const told = useRef(onTold);
  told.current = onTold;
  useEffect(() => {
    if (open === undefined || look === undefined) return;
    if (attempt >= 0) tell({ type: "again" });
    const { terminal } = open;
    let socket: TerminalConnection | undefined;
    let pump: OutputPump | undefined;
    // In a later turn, so that a view that is taken down at once is nobody who watched.
    const begin = setTimeout(() => {
      const made = look({
        size: () => ({ cols: terminal.cols, rows: terminal.rows }),
        output: (bytes) => {
          pump ??= new OutputPump({
            write: (chunk, drawn) => terminal.write(chunk, drawn),
            ...(made.acknowledging ? { acknowledge: (count: number) => made.acknowledge(count) } : {}),
            // The gateway sends the screen again to whoever cannot follow.
            skipped: () => undefined,
          });
          pump.push(bytes);
        },
        event: (event) => {
          if (event.type === "ended" || event.type === "disconnected") calmDown(terminal);
          tell(event);
        },
        opened: (details) => setSession(details.session),
        resized: setSize,
        members: setMembers,
        told: (message) => told.current?.(message),
      });
      socket = made;
      connection.current = made;
    });
    return () => {
      clearTimeout(begin);
      pump?.stop();
      socket?.close();
      connection.current = undefined;
    };
  }, [open, look, attempt]);
  const again = useCallback(() => setAttempt((count) => count + 1), []);
  return { state, session, size, members, connection, again };
}
