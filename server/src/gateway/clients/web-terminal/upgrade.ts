import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import {
  TERMINAL_ACK_SUBPROTOCOL,
  TERMINAL_MAX_FRAME,
  TERMINAL_PATH,
  TERMINAL_RESUME_SUBPROTOCOL,
  TERMINAL_SUBPROTOCOL,
} from "@sallyport/contract/messages/terminal";
import { type WebSocket, WebSocketServer } from "ws";
import { log } from "../../../engine/log.ts";
import type { GatewayContext } from "../../open-session.ts";
import { ManagerConnection, type OpenManagers } from "../file-manager/connection.ts";
import { TerminalConnection } from "./connection.ts";
import type { TerminalRequest } from "./greeting.ts";
import { KeptTerminals } from "./kept-terminals.ts";
import { originAllowed } from "./origin.ts";
import { ShareConnection } from "./share-connection.ts";
import type { OpenTransfers } from "./transfer-requests.ts";
import { WatchConnection } from "./watch-connection.ts";

/** Serves the WebSocket of somebody who is signed in. */
type ServeSocket = (
  context: GatewayContext,
  webSocket: WebSocket,
  client: TerminalRequest,
  managers: OpenManagers,
) => void;

/** Path of the WebSocket of file managers. */
const FILES_PATH = "/koko/ws/elfinder/";

/** What joins the sessions of others, by the type of the connection. */
const joins = { monitor: WatchConnection, share: ShareConnection } as const;

/** Every WebSocket of the gateway, by its path. The test of all access channels goes by it. */
export const gatewaySockets = {
  [TERMINAL_PATH]: (context, webSocket, client) => {
    const type = client.query.get("type") ?? "";
    const Connection = Object.hasOwn(joins, type) ? joins[type as keyof typeof joins] : TerminalConnection;
    void new Connection(context, webSocket, client).start();
  },
  [FILES_PATH]: (context, webSocket, client, managers) => {
    void new ManagerConnection(context, webSocket, client, managers).start();
  },
} as const satisfies Readonly<Record<string, ServeSocket>>;

/** What serves a path, with or without the slash at its end. */
function socketAt(pathname: string): ServeSocket | undefined {
  const path = pathname.endsWith("/") ? pathname : `${pathname}/`;
  return Object.hasOwn(gatewaySockets, path)
    ? gatewaySockets[path as keyof typeof gatewaySockets]
    : undefined;
}

/** Takes upgrade requests of the gateway's WebSockets. Anything else is answered with an HTTP error. */
export class TerminalUpgrades {
  readonly #context: GatewayContext;
  readonly #managers: OpenManagers;
  readonly #transfers: OpenTransfers;
  readonly #kept = new KeptTerminals();
  readonly #server = new WebSocketServer({
    noServer: true,
    clientTracking: true,
    maxPayload: TERMINAL_MAX_FRAME,
    perMessageDeflate: false,
    handleProtocols: chooseProtocol,
  });

  /** @param open where file managers and transfers are found by what requests name */
  constructor(
    context: GatewayContext,
    open: { readonly managers: OpenManagers; readonly transfers: OpenTransfers },
  ) {
    this.#context = context;
    this.#managers = open.managers;
    this.#transfers = open.transfers;
  }

  /** Handles one upgrade request; the socket belongs to it from here on. */
  handle(request: IncomingMessage, socket: Socket, head: Buffer): void {
    socket.on("error", () => socket.destroy());
    socket.setNoDelay(true);
    this.#admit(request, socket, head).catch((error: unknown) => {
      log.error({ err: error }, "terminal upgrade failed");
      answer(socket, 503, "Service Unavailable");
    });
  }

  /** Ends the connections that still have no session; sessions end through the registry. */
  close(): void {
    for (const client of this.#server.clients) client.close(1001);
    this.#server.close();
  }

  async #admit(request: IncomingMessage, socket: Socket, head: Buffer): Promise<void> {
    const url = request.url ?? "/";
    const [pathname = "", search = ""] = url.split("?", 2);
    const serve = socketAt(pathname);
    if (serve === undefined) return answer(socket, 404, "Not Found");
    if (!originAllowed(request.headers, this.#context.siteUrl)) return answer(socket, 403, "Forbidden");
    const principal = await this.#context.ports.authenticate({
      headers: request.headers,
      url,
      remoteAddress: socket.remoteAddress ?? "",
    });
    if (principal === null) return answer(socket, 401, "Unauthorized");
    if (socket.destroyed) return;
    this.#server.handleUpgrade(request, socket, head, (webSocket) =>
      serve(
        this.#context,
        webSocket,
        {
          principal,
          query: new URLSearchParams(search),
          origin: request.headers.origin ?? "",
          kept: this.#kept,
          transfers: this.#transfers,
        },
        this.#managers,
      ),
    );
  }
}

/** Ours when the client offers them, the documented one otherwise. docs/contract/terminal.md, sections 5 and 8. */
function chooseProtocol(offered: ReadonlySet<string>): string | false {
  if (offered.has(TERMINAL_RESUME_SUBPROTOCOL)) return TERMINAL_RESUME_SUBPROTOCOL;
  if (offered.has(TERMINAL_ACK_SUBPROTOCOL)) return TERMINAL_ACK_SUBPROTOCOL;
  return offered.has(TERMINAL_SUBPROTOCOL) ? TERMINAL_SUBPROTOCOL : false;
}

function answer(socket: Socket, status: number, reason: string): void {
  if (socket.destroyed) return;
  socket.end(`HTTP/1.1 ${status} ${reason}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
