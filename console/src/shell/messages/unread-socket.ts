import { isRecord } from "../../kit/api/api-error.ts";

/** Address of the socket that tells the number of unread messages (docs/contract/notifications.md, section 3). */
export const UNREAD_SOCKET = "/ws/notifications/site-msg/";

/** The server's close codes: the sign-in ended; a newer page of the same person took this one's place. */
const SIGNED_OUT = 4401;
const REPLACED = 4409;

/** Waiting times between attempts, in milliseconds: doubled each time from the first to the longest. */
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 60_000;

/** Failed attempts in a row before somebody is told: a server that starts again is back before the second. */
const ATTEMPTS_BEFORE_OUTAGE = 2;

/** Who hears what of the socket. */
export interface UnreadListener {
  /** The number of unread messages now. */
  count(unread: number): void;
  /** The connection is lost; called once until it is back. */
  outage(): void;
  /** The server says that nobody is signed in any more; nothing more will come. */
  signedOut(): void;
}

/** What of a WebSocket is used; a test brings its own. */
export interface UnreadConnection {
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  close(): void;
}

/** A number of unread messages in a frame, or undefined when it says something else. */
export function unreadInFrame(data: unknown): number | undefined {
  try {
    const frame: unknown = JSON.parse(String(data));
    if (!isRecord(frame) || frame.type !== "unread_count") return undefined;
    const count = frame.unread_count;
    return typeof count === "number" && Number.isInteger(count) && count >= 0 ? count : undefined;
  } catch {
    return undefined;
  }
}

/** The wait before the next attempt; up to half of it is left to chance, so that pages do not return as one. */
export function nextWait(failures: number, chance: number): number {
  const longest = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.max(0, failures - 1));
  return longest * (1 - chance / 2);
}

function openSocket(): UnreadConnection {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return new WebSocket(`${scheme}//${location.host}${UNREAD_SOCKET}`);
}

/**
 * Follows the number of unread messages; a lost connection is made again, at once when the browser is online again or
 * the page comes to the front.
 *
 * @param open makes a connection
 * @returns ends it
 */
export function watchUnread(listener: UnreadListener, open: () => UnreadConnection = openSocket): () => void {
  let connection: UnreadConnection | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isOver = false;

  function connect(): void {
    clearTimeout(timer);
    const current = open();
    connection = current;
    current.onmessage = ({ data }) => {
      const unread = unreadInFrame(data);
      if (unread === undefined) return;
      failures = 0;
      listener.count(unread);
    };
    current.onclose = ({ code }) => {
      connection = undefined;
      if (code === SIGNED_OUT) {
        stop();
        listener.signedOut();
        return;
      }
      // Too many open pages: this one waits until somebody looks at it.
      if (code === REPLACED) return;
      failures += 1;
      if (failures === ATTEMPTS_BEFORE_OUTAGE) listener.outage();
      timer = setTimeout(connect, nextWait(failures, Math.random()));
    };
  }
  function connectAtOnce(): void {
    if (!isOver && connection === undefined && document.visibilityState === "visible") connect();
  }
  function stop(): void {
    isOver = true;
    clearTimeout(timer);
    window.removeEventListener("online", connectAtOnce);
    document.removeEventListener("visibilitychange", connectAtOnce);
    if (connection === undefined) return;
    connection.onmessage = null;
    connection.onclose = null;
    connection.close();
  }

  window.addEventListener("online", connectAtOnce);
  document.addEventListener("visibilitychange", connectAtOnce);
  connect();
  return stop;
}
