import { sql } from "kysely";
import { type WebSocket, WebSocketServer } from "ws";
import { readAccessVersion } from "../../engine/http/identify.ts";
import type { SocketDeclaration } from "../../engine/http/routes.ts";
import type { Json } from "../../engine/json.ts";
import { log } from "../../engine/log.ts";
import type { Services } from "../../engine/services.ts";
import { unreadChannel } from "./send.ts";
import { countUnread } from "./unread.ts";

/** Most open pages of one person; the oldest makes room. */
export const mostConnections = 20;

/** What a client that does not read may leave waiting, in bytes. */
const mostWaiting = 65_536;

/** Close codes: the sign-in ended (as everywhere in the product), made room for a newer page. */
const signedOut = 4401;
const replaced = 4409;

interface Connection {
  readonly userId: string;
  /** Key of the browser session, hex; null for a caller with a token. */
  readonly sessionKey: string | null;
  /** Checks a token again. */
  readonly stillHolds: (() => Promise<boolean>) | null;
  isAlive: boolean;
}

/** Tells open pages the number of unread messages of their person. */
export interface UnreadSockets {
  connect: SocketDeclaration["connect"];
}

/**
 * The open pages of one process. Every change announced by any process is told to those it concerns; a page whose
 * sign-in ended is closed within `checkSeconds`. Contract: docs/contract/notifications.md, section 3.
 */
export function createUnreadSockets(services: Services, checkSeconds = 10): UnreadSockets {
  const server = new WebSocketServer({ noServer: true, maxPayload: 1_024, perMessageDeflate: false });
  const connections = new Map<WebSocket, Connection>();
  let waiting: Set<string> | "all" = new Set();
  let timer: NodeJS.Timeout | null = null;
  let checks: NodeJS.Timeout | null = null;

  services.events.subscribe(
    unreadChannel,
    (payload: Json) => changed(Array.isArray(payload) ? payload.map(String) : null),
    () => changed(null),
  );

  /** Announcements that come together are answered by one query. */
  function changed(userIds: readonly string[] | null): void {
    if (connections.size === 0) return;
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
    const concerned = [...connections].filter(([, { userId }]) => due === "all" || due.has(userId));
    if (concerned.length === 0) return;
    const counts = await countUnread(services.db, [...new Set(concerned.map(([, { userId }]) => userId))]);
    for (const [socket, { userId }] of concerned) push(socket, counts.get(userId) ?? 0);
  }

  function push(socket: WebSocket, count: number): void {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > mostWaiting) socket.terminate();
    else socket.send(JSON.stringify({ type: "unread_count", unread_count: count }));
  }

  async function check(): Promise<void> {
    const keys = [...connections.values()].flatMap(({ sessionKey }) => sessionKey ?? []);
    const { rows } = await sql<{ key: string; user_id: string | null }>`
      select encode(key, 'hex') as key, user_id from http_sessions
      where date_expired > now() and key = any(${keys.map((key) => Buffer.from(key, "hex"))}::bytea[])
    `.execute(services.db);
    const owners = new Map(rows.map(({ key, user_id }) => [key, user_id]));
    const version = await readAccessVersion(services);
    for (const [socket, connection] of connections) {
      const { userId, sessionKey, stillHolds } = connection;
      const isSignedIn = sessionKey === null ? await stillHolds?.() : owners.get(sessionKey) === userId;
      if (isSignedIn !== true || (await services.principals.load(userId, version)) === null) {
        socket.close(signedOut, "signed out");
      } else if (!connection.isAlive) socket.terminate();
      else {
        connection.isAlive = false;
        socket.ping();
      }
    }
  }

  let isChecking = false;
  function checkAll(): void {
    if (isChecking) return;
    isChecking = true;
    check()
      .catch((error: unknown) => log.warn({ err: error }, "open pages could not be checked"))
      .finally(() => {
        isChecking = false;
      });
  }

  function add(socket: WebSocket, connection: Connection): void {
    const own = [...connections].filter(([, { userId }]) => userId === connection.userId);
    for (const [oldest] of own.slice(0, Math.max(0, own.length + 1 - mostConnections))) {
      connections.delete(oldest);
      oldest.close(replaced, "too many open pages");
    }
    connections.set(socket, connection);
    checks ??= setInterval(checkAll, checkSeconds * 1_000).unref();
    socket.on("pong", () => {
      connection.isAlive = true;
    });
    // What clients say (`refresh_every_seconds`) is accepted and changes nothing.
    socket.on("message", () => undefined);
    socket.on("error", () => socket.terminate());
    socket.on("close", () => {
      connections.delete(socket);
      if (connections.size === 0 && checks !== null) {
        clearInterval(checks);
        checks = null;
      }
    });
    changed([connection.userId]);
  }

  return {
    connect(context, { request, socket, head }) {
      server.handleUpgrade(request, socket, head, (open) =>
        add(open, {
          userId: context.principal.id,
          sessionKey: context.session?.key.toString("hex") ?? null,
          stillHolds: context.stillHolds ?? null,
          isAlive: true,
        }),
      );
    },
  };
}
