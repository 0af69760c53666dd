/**
 * The frames of the browser terminal WebSocket, `/koko/ws/terminal/`. Text frames are JSON envelopes
 * (`TerminalFrame`); binary frames are raw terminal bytes in both directions. Both sides import this file, so
 * a frame exists in one place only.
 *
 * Implements docs/contract/terminal.md.
 */

/** Path of the terminal WebSocket on the public port. */
export const TERMINAL_PATH = "/koko/ws/terminal/";

/** The documented subprotocol, without acknowledgements. */
export const TERMINAL_SUBPROTOCOL = "JMS-KOKO";

/**
 * Our extension: same frames plus `TERMINAL_ACK`. A client that can acknowledge offers it beside the
 * documented one, and the server answers with this one when offered. docs/contract/terminal.md, section 5.
 */
export const TERMINAL_ACK_SUBPROTOCOL = "sallyport-ack.v1";

/**
 * Our extension on top of acknowledgements: the session outlives its socket for a while, and can be taken up again by
 * `TERMINAL_RESUME`. docs/contract/terminal.md, section 8.
 */
export const TERMINAL_RESUME_SUBPROTOCOL = "sallyport-resume.v1";

/** How many output bytes a client takes in before it acknowledges them, in bytes. */
export const TERMINAL_ACK_EVERY = 64 * 1024;

/** How many unacknowledged output bytes the server lets be under way before it pauses the target, in bytes. */
export const TERMINAL_ACK_WINDOW = 512 * 1024;

/** Largest frame the server takes, in bytes; a longer paste is split by the client. */
export const TERMINAL_MAX_FRAME = 1024 * 1024;

/** How often a client sends `PING`, in milliseconds. */
export const TERMINAL_PING_INTERVAL = 25_000;

/** Columns and rows the server accepts; others are brought into this range. */
export const TERMINAL_MAX_COLUMNS = 1000;
/** See {@link TERMINAL_MAX_COLUMNS}. */
export const TERMINAL_MAX_ROWS = 1000;

/** Types of the frames a client may send. */
export const CLIENT_FRAME_TYPES = [
  "PING",
  "PONG",
  "TERMINAL_INIT",
  "TERMINAL_DATA",
  "TERMINAL_BINARY",
  "TERMINAL_RESIZE",
  "TERMINAL_ACK",
  "TERMINAL_SHARE",
  "TERMINAL_GET_SHARE_USER",
  "TERMINAL_SHARE_USER_REMOVE",
  "TERMINAL_TRANSFER",
  "CLOSE",
] as const;

/** Type of a frame from the client. */
export type ClientFrameType = (typeof CLIENT_FRAME_TYPES)[number];

/** Types of the frames the server sends. */
export type ServerFrameType =
  | "CONNECT"
  | "PING"
  | "PONG"
  | "TERMINAL_RESIZE"
  | "TERMINAL_SESSION"
  | "TERMINAL_RESUME"
  | "TERMINAL_ACTION"
  | "TERMINAL_SESSION_PAUSE"
  | "TERMINAL_SESSION_RESUME"
  | "TERMINAL_SHARE"
  | "TERMINAL_GET_SHARE_USER"
  | "TERMINAL_SHARE_JOIN"
  | "TERMINAL_SHARE_LEAVE"
  | "TERMINAL_SHARE_USERS"
  | "TERMINAL_SHARE_USER_REMOVE"
  | "TERMINAL_TRANSFER"
  | "TERMINAL_ERROR"
  | "ERROR"
  | "CLOSE";

/**
 * One text frame. `data` is always a string; structured data is JSON inside it. `err` is only set by
 * `TERMINAL_ERROR` and `ERROR`, a message in the person's language.
 */
export interface TerminalFrame<Type extends string = string> {
  /** Connection id, given by the server in its `CONNECT` frame. */
  id: string;
  type: Type;
  data: string;
  err?: string;
}

/** `data` of `TERMINAL_INIT` (up): the first size, and the verify code of a shared session or "". */
export interface TerminalInit {
  cols: number;
  rows: number;
  code: string;
  /** Our extension: whether the page takes part in file transfers by `TERMINAL_TRANSFER`. */
  transfers?: boolean;
}

/** `data` of `TERMINAL_RESIZE` (up), in character cells. */
export interface TerminalSize {
  cols: number;
  rows: number;
}

/** `data` of `TERMINAL_ACK` (up): output bytes drawn since the previous acknowledgement. */
export interface TerminalAck {
  bytes: number;
}

/** `data` of `CONNECT` (down). */
export interface TerminalConnect {
  /** The signed-in person: at least `id`, `name` and `username`. */
  user: { id: string; name: string; username: string; [field: string]: unknown };
  /** The public settings, as `GET /api/v1/settings/public/` shows them. */
  setting: Record<string, unknown>;
}

/** `data` of `TERMINAL_SESSION` (down), sent once the target has accepted the sign-in. */
export interface TerminalSession {
  /** The session as `GET /api/v1/terminal/sessions/{id}/` shows it. */
  session: { id: string; [field: string]: unknown };
  /** What the permission behind the connection allows, e.g. `["connect"]`. */
  permission: { actions: string[] };
  backspaceAsCtrlH: boolean;
  ctrlCAsCtrlZ: boolean;
  /** Our extension: whether the session is recorded. */
  recorded?: boolean;
}

/** `data` of `TERMINAL_RESUME` (down, our extension): what takes the session up again from another socket. */
export interface TerminalResume {
  /** Good for one time, in the `code` of `TERMINAL_INIT`. */
  secret: string;
  /** How long the session is kept without a socket. */
  seconds: number;
}

/** `data` of `TERMINAL_SESSION_PAUSE` and `TERMINAL_SESSION_RESUME` (down): who locked or unlocked. */
export interface TerminalPause {
  user: string;
  /** Our extension: why, in their words; absent where they did not say. */
  reason?: string;
}

/** What parsing gives: the frame, or why it is none (English, for the `ERROR` answer's log only). */
export type ParsedFrame = { frame: TerminalFrame<ClientFrameType> } | { problem: string };

const clientTypes: ReadonlySet<string> = new Set(CLIENT_FRAME_TYPES);

function isClientType(value: unknown): value is ClientFrameType {
  return typeof value === "string" && clientTypes.has(value);
}

/**
 * Reads one text frame of a client.
 *
 * @param text the frame as received
 * @returns the frame, or a problem; never throws, whatever the text is
 */
export function parseClientFrame(text: string): ParsedFrame {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: "not JSON" };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return { problem: "not an object" };
  const { id, type, data } = value as Record<string, unknown>;
  if (!isClientType(type)) return { problem: "unknown type" };
  if (id !== undefined && id !== null && typeof id !== "string") return { problem: "id is not a string" };
  if (data !== undefined && data !== null && typeof data !== "string") {
    return { problem: "data is not a string" };
  }
  return { frame: { id: id ?? "", type, data: data ?? "" } };
}

/** Reads the `data` of a frame that is an object; null when it is none. Never throws. */
export function parseObject(data: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

function cells(value: unknown, most: number): number | null {
  if (typeof value !== "number" || !Number.isFinite(value)) return null;
  return Math.min(most, Math.max(1, Math.floor(value)));
}

/** Reads the `data` of `TERMINAL_RESIZE`; null when it is malformed. Never throws. */
export function parseTerminalSize(data: string): TerminalSize | null {
  const value = parseObject(data);
  if (value === null) return null;
  const cols = cells(value.cols, TERMINAL_MAX_COLUMNS);
  const rows = cells(value.rows, TERMINAL_MAX_ROWS);
  return cols === null || rows === null ? null : { cols, rows };
}

/** Reads the `data` of `TERMINAL_INIT`; null when it is malformed. Never throws. */
export function parseTerminalInit(data: string): TerminalInit | null {
  const size = parseTerminalSize(data);
  if (size === null) return null;
  const { code, transfers } = parseObject(data) ?? {};
  return {
    ...size,
    code: typeof code === "string" ? code : "",
    ...(transfers === true ? { transfers } : {}),
  };
}

/** Reads the `data` of `TERMINAL_ACK`; null when it is malformed. Never throws. */
export function parseTerminalAck(data: string): TerminalAck | null {
  const bytes = parseObject(data)?.bytes;
  return typeof bytes === "number" && Number.isSafeInteger(bytes) && bytes >= 0 ? { bytes } : null;
}
