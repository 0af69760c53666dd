import type { Server } from "node:http";
import { isIP, type Socket } from "node:net";
import { sameText } from "../secrets/same-text.ts";

/** Longest first line of a connection, and milliseconds it may take. */
const longestLine = 256;
const lineTimeout = 5_000;

/** The first line of a connection from what ends TLS: who is at its other end. */
export function linkLine(token: string, { remoteAddress, remotePort }: Socket): string {
  return `${token} ${remoteAddress ?? "-"} ${remotePort ?? 0}\n`;
}

/**
 * Has a server take connections only from what ends TLS in front of it, as if they were the client's own: with the
 * client's address, and encrypted. Whoever cannot say the token is cut off.
 */
export function acceptLinked(server: Server, token: string): void {
  const listeners = server.listeners("connection");
  server.removeAllListeners("connection");
  server.on("connection", (socket: Socket) => {
    readLine(socket).then(
      (line) => {
        const [given = "", address = "", port = ""] = line.split(" ");
        if (!sameText(given, token) || isIP(address) === 0) return void socket.destroy();
        Object.defineProperties(socket, {
          remoteAddress: { value: address },
          remotePort: { value: Number(port) },
          encrypted: { value: true },
        });
        for (const listener of listeners) listener.call(server, socket);
      },
      () => socket.destroy(),
    );
  });
}

/** The bytes up to the first end of a line; what comes after it is left in the socket. */
function readLine(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    const heard: Buffer[] = [];
    const settle = (error: Error | null, line = ""): void => {
      clearTimeout(late);
      socket.off("readable", read).off("error", failed).off("close", failed);
      if (error === null) resolve(line);
      else reject(error);
    };
    const failed = (): void => settle(new Error("the connection ended"));
    const late = setTimeout(failed, lineTimeout);
    const read = (): void => {
      for (
        let chunk = socket.read() as Buffer | null;
        chunk !== null;
        chunk = socket.read() as Buffer | null
      ) {
        heard.push(chunk);
        const all = Buffer.concat(heard);
        const end = all.indexOf(0x0a);
        if (end < 0 && all.length <= longestLine) continue;
        if (end < 0 || end > longestLine) {
          settle(new Error("no line"));
        } else {
          if (end + 1 < all.length) socket.unshift(all.subarray(end + 1));
          settle(null, all.toString("latin1", 0, end));
        }
        return;
      }
    };
    socket.on("readable", read).once("error", failed).once("close", failed);
  });
}
