import { createSocket, type Socket } from "node:dgram";
import { lookup } from "node:dns/promises";
import { isIPv6 } from "node:net";
import { log } from "../../../engine/log.ts";
import { type EncodedRequest, type FalseAnswer, type RadiusAnswer, readAnswer } from "./packet.ts";
import { RadiusFailure } from "./radius-failure.ts";

/** A server, and how long it is waited for. */
export interface RadiusServer {
  readonly host: string;
  readonly port: number;
  readonly secret: Buffer;
  /** Milliseconds for each try. */
  readonly timeout: number;
  /** How often a request is sent again that nobody has answered. */
  readonly retries: number;
}

/**
 * Sends a request and waits for the server's own answer. The socket is tied to the server's address, so that the system
 * drops what others send; what does not pass the checks is dropped here, and the true answer can still come. A repeated
 * request is the same to the byte, so that a server that was only slow counts one sign-in.
 * @throws RadiusFailure where none came
 */
export async function exchange(server: RadiusServer, request: EncodedRequest): Promise<RadiusAnswer> {
  const address = await resolve(server.host);
  const socket = createSocket(isIPv6(address) ? "udp6" : "udp4");
  try {
    return await converse(socket, address, server, request);
  } finally {
    socket.close();
  }
}

async function resolve(host: string): Promise<string> {
  try {
    return (await lookup(host)).address;
  } catch (error) {
    throw new RadiusFailure("away", String((error as { code?: unknown }).code ?? "no such name"));
  }
}

function converse(
  socket: Socket,
  address: string,
  { host, port, secret, timeout, retries }: RadiusServer,
  request: EncodedRequest,
): Promise<RadiusAnswer> {
  return new Promise((settle, reject) => {
    let timer: NodeJS.Timeout | undefined;
    let left = retries;
    let refused: FalseAnswer | undefined;
    const end = (finish: () => void): void => {
      clearTimeout(timer);
      finish();
    };
    const fail = (error: RadiusFailure): void => end(() => reject(error));
    const send = (): void => {
      socket.send(request.packet);
      timer = setTimeout(() => {
        if (left > 0) {
          left -= 1;
          send();
        } else if (refused === undefined) fail(new RadiusFailure("away", "no answer in time"));
        else fail(new RadiusFailure("false_answers", refused));
      }, timeout);
    };
    // Among others: the machine says that nothing listens there.
    socket.on("error", (error: NodeJS.ErrnoException) =>
      fail(new RadiusFailure("away", error.code ?? error.message)),
    );
    socket.on("message", (packet) => {
      const answer = readAnswer(packet, request, secret);
      if (answer.kind !== "false") return end(() => settle(answer));
      refused = answer.why;
      log.warn({ server: host, check: answer.why }, "an answer that is not the RADIUS server's was dropped");
    });
    socket.connect(port, address, send);
  });
}
