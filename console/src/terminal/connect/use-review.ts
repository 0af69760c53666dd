import { useCallback, useEffect, useRef, useState } from "react";
import type { ConnectionToken, TicketInfo } from "../api/types.ts";
import { checkReview, closeReview, isWaiting, type ReviewState } from "./review.ts";

/** Milliseconds between two looks while the page is seen. */
const PAUSE = 3_000;

/** A request that was made. */
export interface SentReview {
  readonly token: ConnectionToken;
  readonly info: TicketInfo;
  /** When it was made, in milliseconds since 1970. */
  readonly since: number;
}

interface Looking {
  readonly onState: (state: ReviewState) => void;
  /** Whether the server could be reached. */
  readonly onReached: (reached: boolean) => void;
}

/** Looks after a request until it is decided; not while nobody sees the page, and at once when somebody does again. */
function useLooking(sent: SentReview | undefined, isOver: boolean, act: Looking): void {
  const actions = useRef(act);
  actions.current = act;
  useEffect(() => {
    if (sent === undefined || isOver) return;
    const aborter = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isLooking = false;
    const look = async () => {
      clearTimeout(timer);
      if (isLooking || document.visibilityState === "hidden") return;
      isLooking = true;
      try {
        const state = await checkReview(sent.info, aborter.signal);
        if (aborter.signal.aborted) return;
        actions.current.onReached(true);
        actions.current.onState(state);
      } catch {
        if (!aborter.signal.aborted) actions.current.onReached(false);
      } finally {
        isLooking = false;
        if (!aborter.signal.aborted) timer = setTimeout(() => void look(), PAUSE);
      }
    };
    const onVisible = () => void look();
    timer = setTimeout(() => void look(), PAUSE);
    document.addEventListener("visibilitychange", onVisible);
    return () => {
      aborter.abort();
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onVisible);
    };
  }, [sent, isOver]);
}

/** Takes a waiting request back when the dialog or the page is left. */
function useClosing(waiting: SentReview | undefined): void {
  const latest = useRef(waiting);
  latest.current = waiting;
  useEffect(() => {
    const close = () => {
      if (latest.current !== undefined) void closeReview(latest.current.info);
      latest.current = undefined;
    };
    window.addEventListener("pagehide", close);
    return () => {
      window.removeEventListener("pagehide", close);
      close();
    };
  }, []);
}

interface Reviewing {
  /** Asks for the token and has somebody asked. */
  readonly request: () => Promise<ConnectionToken>;
  /** The token works now. */
  readonly onApproved: (token: ConnectionToken) => void;
  readonly onFailure: (error: unknown) => void;
}

/** A connection that somebody has to approve: asks them, waits, and goes on by itself. */
export function useReview({ request, onApproved, onFailure }: Reviewing) {
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState<SentReview>();
  const [state, setState] = useState<ReviewState>();
  const [isReached, setReached] = useState(true);
  const isOver = state !== "waiting";
  useLooking(sent, isOver, {
    onReached: setReached,
    onState: (next) => {
      setState(next);
      if (next === "approved" && sent !== undefined) onApproved(sent.token);
    },
  });
  useClosing(state === "waiting" ? sent : undefined);
  const send = async () => {
    if (busy) return;
    setBusy(true);
    try {
      const token = await request();
      const info = token.from_ticket_info;
      // Nobody has to be asked any more.
      if (!isWaiting(info)) return onApproved(token);
      setSent({ token, info, since: Date.now() });
      setReached(true);
      setState("waiting");
    } catch (error) {
      onFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const cancel = useCallback(() => {
    if (sent !== undefined) void closeReview(sent.info);
    setState(undefined);
    setSent(undefined);
  }, [sent]);
  return { busy, sent, state, isReached, send: () => void send(), cancel };
}
