import { useCallback, useEffect, useRef, useState } from "react";
import { toast } from "../../kit/feedback.ts";
import { exchangeToken } from "../api/luna-api.ts";
import { FilesConnection } from "./files-api.ts";

/** How a connection stands. */
export interface ConnectionState {
  readonly phase: "opening" | "open" | "closed";
  readonly connection: FilesConnection | undefined;
  /** Why it is closed, where somebody said. */
  readonly message: string | undefined;
  readonly isPaused: boolean;
  /** Opens it again. */
  reopen(): void;
}

type Standing = Omit<ConnectionState, "reopen">;

const OPENING: Standing = { phase: "opening", connection: undefined, message: undefined, isPaused: false };

/**
 * A connection to files as long as the page shows them.
 *
 * @param token a connection token; undefined: all that is granted
 * @param isWanted whether it is to be opened at all
 */
export function useFilesConnection(token: string | undefined, isWanted: boolean): ConnectionState {
  const [standing, setStanding] = useState<Standing>(OPENING);
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(token);
  useEffect(() => {
    if (!isWanted) return;
    let isOver = false;
    let opened: FilesConnection | undefined;
    const change = (next: Partial<Standing>) => {
      if (!isOver) setStanding((now) => ({ ...now, ...next }));
    };
    const open = async () => {
      if (attempt > 0 && latest.current !== undefined) {
        latest.current = (await exchangeToken(latest.current)).id;
      }
      opened = await FilesConnection.open(latest.current, {
        closed: (message) => change({ phase: "closed", connection: undefined, message }),
        notice: (message) => toast("info", message),
        paused: (isPaused) => change({ isPaused }),
      });
      if (isOver) opened.close();
      else change({ phase: "open", connection: opened, message: undefined });
    };
    // Opened in a later turn, so that a view that is taken down at once never uses up a token.
    const begin = setTimeout(() => {
      open().catch((error: Error) => change({ phase: "closed", message: error.message }));
    });
    return () => {
      isOver = true;
      clearTimeout(begin);
      opened?.close();
    };
  }, [isWanted, attempt]);
  const reopen = useCallback(() => {
    setStanding(OPENING);
    setAttempt((count) => count + 1);
  }, []);
  return { ...standing, reopen };
}
