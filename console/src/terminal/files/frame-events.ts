/** How often the gateway hears that the page is there, in milliseconds. */
const PING_EVERY = 25_000;

/** What is told of a connection while it is open. */
export interface ConnectionEvents {
  closed(message: string | undefined): void;
  notice(message: string): void;
  paused(isPaused: boolean): void;
}

interface Frame {
  readonly id: string;
  readonly type: string;
  readonly err: string;
}

/** Opens the WebSocket of a file manager and tells what comes over it. Settles when the files are open. */
export function openEvents(
  token: string | undefined,
  events: ConnectionEvents,
): Promise<{ readonly sid: string; readonly socket: WebSocket }> {
  const query = new URLSearchParams(token === undefined ? {} : { token });
  const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/koko/ws/elfinder/?${query}`);
  let sid = "";
  let said: string | undefined;
  const send = (type: string) => {
    if (socket.readyState === WebSocket.OPEN)
      socket.send(JSON.stringify({ id: sid, type, data: "", err: "" }));
  };
  const timer = setInterval(() => send("PING"), PING_EVERY);
  return new Promise((resolve, reject) => {
    socket.onmessage = ({ data }) => {
      const { id, type, err } = JSON.parse(String(data)) as Frame;
      if (type === "CONNECT") {
        sid = id;
        resolve({ sid, socket });
      } else if (type === "PING") send("PONG");
      else if (type === "TERMINAL_ERROR") said = err;
      else if (type === "ERROR") events.notice(err);
      else if (type === "TERMINAL_SESSION_PAUSE" || type === "TERMINAL_SESSION_RESUME") {
        events.paused(type === "TERMINAL_SESSION_PAUSE");
      }
    };
    socket.onclose = () => {
      clearInterval(timer);
      reject(new Error(said ?? ""));
      if (sid !== "") events.closed(said);
    };
  });
}
