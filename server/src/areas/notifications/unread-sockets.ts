import { type WebSocket, WebSocketServer } from "ws";
import {
  type OpenPage,
  OpenPages,
  readAccessVersion,
  type SocketDeclaration,
} from "../../engine/http/index.ts";
import type { Json } from "../../engine/json.ts";
import { log } from "../../engine/log.ts";
import type { Services } from "../../engine/services.ts";
import { unreadChannel } from "./send.ts";
import { countUnread } from "./unread.ts";

/** What a client that does not read may leave waiting, in bytes. */
const maxPending = 65_536;

interface Connection extends OpenPage {
  /** Key of the browser session, hex; null for a caller with a token. */
  readonly sessionKey: string | null;
  /** Checks a token again. */
  readonly stillHolds: (() => Promise<boolean>) | null;
}

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
  const connections = new OpenPages<Connection>({ checkSeconds, signedIn });
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

  async function signedIn(pages: ReadonlyMap<WebSocket, Connection>): Promise<ReadonlySet<WebSocket>> {
    const keys = [...pages.values()].flatMap(({ sessionKey }) => sessionKey ?? []);
    const owners = await services.sessions.ownersOf(keys.map((key) => Buffer.from(key, "hex")));
    const version = await readAccessVersion(services);
    const found = new Set<WebSocket>();
    for (const [socket, { userId, sessionKey, stillHolds }] of pages) {
      const isSignedIn = sessionKey === null ? await stillHolds?.() : owners.get(sessionKey) === userId;
      if (isSignedIn === true && (await services.principals.load(userId, version)) !== null)
        found.add(socket);
    }
    return found;
  }

  function add(socket: WebSocket, connection: Connection): void {
    connections.add(socket, connection);
    // What clients say (`refresh_every_seconds`) is accepted and changes nothing.
    socket.on("message", () => undefined);
    changed([connection.userId]);
  }

  return {
    connect(context, { request, socket, head }) {
      server.handleUpgrade(request, socket, head, (open) =>
        add(open, {
          userId: context.principal.id,
          sessionKey: context.session?.key.toString("hex") ?? null,
          stillHolds: context.stillHolds ?? null,
        }),
      );
    },
  };
}
