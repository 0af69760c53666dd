import { type WebSocket, WebSocketServer } from "ws";
import {
  OpenPages,
  type SignedInPage,
  type SocketDeclaration,
  signedInPage,
  stillSignedIn,
} from "../../engine/http/index.ts";
import type { Json } from "../../engine/json.ts";
import { log } from "../../engine/log.ts";
import type { Services } from "../../engine/services.ts";
import { unreadChannel } from "./send.ts";
import { countUnread } from "./unread.ts";

/** What a client that does not read may leave waiting, in bytes. */
const maxPending = 65_536;

/** Tells open pages the number of unread messages of their person. */
export interface UnreadSockets {
  connect: SocketDeclaration["connect"];
}

/**
 * The open pages of one process. Every change announced by any process is told to those it concerns; a page whose
 * sign-in ended is closed within `checkSeconds`. Contract: docs/contract/notifications.md, section 3.
 */
export function createUnreadSockets(
  services: Pick<Services, "db" | "events" | "principals" | "sessions">,
  checkSeconds = 10,
): UnreadSockets {
  const server = new WebSocketServer({ noServer: true, maxPayload: 1_024, perMessageDeflate: false });
  const connections = new OpenPages<SignedInPage>({
    checkSeconds,
    signedIn: (pages) => stillSignedIn(services, pages),
  });
  let waiting: Set<string> | "all" = new Set();
  let timer: NodeJS.Timeout | null = null;

  services.events.subscribe(
    unreadChannel,
    (payload: Json) => changed(Array.isArray(payload) ? payload.map(String) : null),
    () => changed(null),
  );

  /** Announcements that come together are answered by one query. */
  function changed(userIds: readonly string[] | null): void {
    if (connections.all.size === 0) return;
    if (userIds === null) waiting = "all";
    else if (waiting !== "all") for (const id of userIds) waiting.add(id);
    if (timer !== null) return;
    timer = setTimeout(() => {
      timer = null;
      const due = waiting;
      waiting = new Set();
      tell(due).catch((error: unknown) => log.warn({ err: error }, "unread counts could not be told"));
    }, 50).unref();
  }

  async function tell(due: ReadonlySet<string> | "all"): Promise<void> {
    const concerned = [...connections.all].filter(([, { userId }]) => due === "all" || due.has(userId));
    if (concerned.length === 0) return;
    const counts = await countUnread(services.db, [...new Set(concerned.map(([, { userId }]) => userId))]);
    for (const [socket, { userId }] of concerned) push(socket, counts.get(userId) ?? 0);
  }

  function push(socket: WebSocket, count: number): void {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > maxPending) socket.terminate();
    else socket.send(JSON.stringify({ type: "unread_count", unread_count: count }));
  }

  function add(socket: WebSocket, page: SignedInPage): void {
    connections.add(socket, page);
    // What clients say (`refresh_every_seconds`) is accepted and changes nothing.
    socket.on("message", () => undefined);
    changed([page.userId]);
  }

  return {
    connect(context, { request, socket, head }) {
      server.handleUpgrade(request, socket, head, (open) => add(open, signedInPage(context)));
    },
  };
}
