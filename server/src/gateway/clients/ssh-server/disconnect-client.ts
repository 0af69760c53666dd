import type { Socket } from "node:net";
import type { Connection } from "ssh2";

/** What a client may take to close its side, in milliseconds. */
const timeout = 1000;

/**
 * Says good-bye and ends the connection, whether or not the client closes its side: one that does not could continue
 * typing, and its sessions would stay open.
 */
export function disconnectClient(ssh: Connection, socket: Socket): void {
  ssh.end();
  setTimeout(() => socket.destroy(), timeout).unref();
}
