/** Where a terminal session stands. */
export type SessionPhase =
  /** A fresh connection token is being asked for. */
  | "preparing"
  /** The socket is being opened. */
  | "connecting"
  /** The gateway answered; the target is being signed in to. */
  | "starting"
  /** The target's terminal is open. */
  | "live"
  /** Someone who may do so has locked the session; typed input is dropped. */
  | "paused"
  /** The connection broke; the gateway keeps the session, and the page tries to take it up again. */
  | "reconnecting"
  /** Over; it can be started again. */
  | "closed";

/** Why a session is over. */
export type ClosedReason =
  /** The target or the gateway ended it in order. */
  | "ended"
  /** The target could not be signed in to; the message says why. */
  | "failed"
  /** The connection broke while it was in use. */
  | "lost"
  /** The gateway was not reached, or refused before anything was said. */
  | "refused"
  /** No connection token was given. */
  | "token";

/** State of one terminal session. */
export interface SessionState {
  phase: SessionPhase;
  /** Set while closed. */
  reason?: ClosedReason;
  /** What the gateway or the API said about the failure, in the person's language. */
  message?: string;
  /** Who locked the session, while paused. */
  pausedBy?: string;
  /** Id of the recorded session, once the target has accepted. */
  sessionId?: string;
  /** Whether the session is recorded; unknown before it is open, and of a server that does not say. */
  recorded?: boolean;
  /** Whether the gateway keeps it for a while when the connection breaks or the page is loaded anew. */
  isKept?: boolean;
  /** How many others take part in it; absent while nobody does. */
  guests?: number;
}

/** What happens to a session. */
export type SessionEvent =
  | { type: "connect" }
  | { type: "hello" }
  | { type: "session"; id: string; recorded?: boolean }
  | { type: "kept" }
  | { type: "interrupted" }
  | { type: "paused"; by: string }
  | { type: "resumed" }
  | { type: "guests"; count: number }
  | { type: "error"; message: string }
  | { type: "ended" }
  | { type: "disconnected" }
  | { type: "reconnect" }
  | { type: "tokenFailed"; message: string };

/** The state a tab starts in: it has its token and opens the socket. */
export const INITIAL_SESSION: SessionState = { phase: "connecting" };

function closed(state: SessionState, reason: ClosedReason, message = state.message): SessionState {
  return {
    phase: "closed",
    reason,
    ...(message === undefined ? {} : { message }),
    ...(state.sessionId === undefined ? {} : { sessionId: state.sessionId }),
  };
}

function isOpen(state: SessionState): boolean {
  return state.phase === "live" || state.phase === "paused";
}

function disconnectedReason(state: SessionState): ClosedReason {
  if (state.phase === "reconnecting") return "lost";
  if (state.phase === "connecting") return "refused";
  if (state.message === undefined) return "lost";
  return isOpen(state) ? "ended" : "failed";
}

/** Whether closing the tab or leaving the page would end something. */
export function isLive(phase: SessionPhase): boolean {
  return phase !== "closed";
}

/** Whether a session can be connected again: it is over, or open and perhaps stuck. */
export function mayReconnect(phase: SessionPhase): boolean {
  return phase === "closed" || phase === "live" || phase === "paused";
}

/**
 * The state after an event. Events that make no sense in a state (a late frame of a socket that was given up, a
 * second close) change nothing, so that the order in which a browser reports them does not matter.
 */
export function nextSession(state: SessionState, event: SessionEvent): SessionState {
  if (state.phase === "closed") return event.type === "reconnect" ? { phase: "preparing" } : state;
  switch (event.type) {
    case "connect":
      return state.phase === "preparing" ? { phase: "connecting" } : state;
    case "hello":
      return state.phase === "connecting" ? { phase: "starting" } : state;
    case "session":
      if (state.phase !== "starting" && state.phase !== "reconnecting") return state;
      return {
        phase: "live",
        sessionId: event.id,
        ...(event.recorded === undefined ? {} : { recorded: event.recorded }),
      };
    case "kept":
      return { ...state, isKept: true };
    case "interrupted":
      return isOpen(state) ? { ...state, phase: "reconnecting" } : state;
    case "paused":
      return { ...state, phase: "paused", pausedBy: event.by };
    case "resumed": {
      if (state.phase !== "paused") return state;
      const { pausedBy: _, ...rest } = state;
      return { ...rest, phase: "live" };
    }
    case "guests": {
      const { guests: _, ...rest } = state;
      return event.count > 0 ? { ...rest, guests: event.count } : rest;
    }
    case "error":
      return { ...state, message: event.message };
    case "ended":
      if (state.phase === "reconnecting") return closed(state, "lost");
      return closed(state, isOpen(state) ? "ended" : "failed");
    case "disconnected":
      return closed(state, disconnectedReason(state));
    case "tokenFailed":
      return closed(state, "token", event.message);
    case "reconnect":
      return state;
  }
}
