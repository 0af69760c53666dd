import { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { HandOffMessage } from "./hand-off-messages.ts";
import type { ProcessChannel } from "./runtime.ts";

/** An upgrade request received from another process, with the parts `ws`' `handleUpgrade` needs. */
export type HandOffHandler = (request: IncomingMessage, socket: Socket, head: Buffer) => void;

/**
 * Gives a client's connection to the gateway process. The connection no longer depends on this process: it
 * survives its restart and its crash. Call it from the HTTP server's `upgrade` event, synchronously.
 */
export function handOff(
  channel: ProcessChannel,
  request: IncomingMessage,
  socket: Socket,
  head: Buffer,
): void {
  channel.sendSocket(describe(request, socket, head), socket);
}

/** The message that travels beside an upgrade request's socket. */
function describe(request: IncomingMessage, socket: Socket, head: Buffer): HandOffMessage {
  return {
    type: "hand-off",
    id: 0,
    method: request.method ?? "GET",
    url: request.url ?? "/",
    httpVersion: request.httpVersion,
    rawHeaders: request.rawHeaders,
    head: head.toString("base64"),
    remoteAddress: socket.remoteAddress ?? null,
  };
}

/** Receives the connections that web hands off. One handler a process. */
export function onHandOff(channel: ProcessChannel, handler: HandOffHandler): void {
  channel.onHandOff((message, socket) => {
    socket.setNoDelay(true);
    // Where TLS was ended the socket's own peer is the process that ended it.
    Object.defineProperty(socket, "remoteAddress", { value: message.remoteAddress ?? socket.remoteAddress });
    handler(requestOf(message, socket), socket, Buffer.from(message.head, "base64"));
  });
}

/** Answers an upgrade that nobody can take, and closes the connection. */
export function refuseUpgrade(socket: Socket): void {
  socket.on("error", () => socket.destroy());
  socket.end(
    "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 2\r\nContent-Length: 0\r\n\r\n",
  );
}

function requestOf(message: HandOffMessage, socket: Socket): IncomingMessage {
  const request = new IncomingMessage(socket);
  request.method = message.method;
  request.url = message.url;
  request.httpVersion = message.httpVersion;
  const [major = "1", minor = "1"] = message.httpVersion.split(".");
  request.httpVersionMajor = Number(major);
  request.httpVersionMinor = Number(minor);
  request.rawHeaders = [...message.rawHeaders];
  for (let index = 0; index + 1 < message.rawHeaders.length; index += 2) {
    addHeader(
      request,
      String(message.rawHeaders[index]).toLowerCase(),
      String(message.rawHeaders[index + 1]),
    );
  }
  request.complete = true;
  request.push(null);
  return request;
}

/** Joins repeated headers the way Node's parser does: cookies by semicolon, single-valued ones keep the first. */
function addHeader(request: IncomingMessage, name: string, value: string): void {
  const earlier = request.headers[name];
  if (earlier === undefined) request.headers[name] = value;
  else if (name === "cookie") request.headers[name] = `${earlier}; ${value}`;
  else if (!SINGLE.has(name)) request.headers[name] = `${earlier}, ${value}`;
}

const SINGLE = new Set([
  "host",
  "authorization",
  "content-length",
  "content-type",
  "origin",
  "user-agent",
  "referer",
]);
