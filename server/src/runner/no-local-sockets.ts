import { Socket } from "node:net";

/**
 * Keeps everything in this process from sockets of the machine itself: the product's own database listens on one, and
 * drivers take an address that looks like a path for one. It keeps drivers from mistakes and is no wall: code in this
 * process gets past it, and finds a database that asks for a password it cannot know.
 */
export function refuseLocalSockets(): void {
  const connect = Socket.prototype.connect as (this: Socket, ...given: unknown[]) => Socket;
  Socket.prototype.connect = function (this: Socket, ...given: unknown[]): Socket {
    if (!isLocal(given[0])) return connect.apply(this, given);
    this.destroy(Object.assign(new Error("local sockets are closed here"), { code: "EACCES" }));
    return this;
  } as typeof Socket.prototype.connect;
}

/** Whether what `connect` is given names a socket in the file system: a path, options with one, or both in a list. */
function isLocal(given: unknown): boolean {
  if (Array.isArray(given)) return isLocal(given[0]);
  if (typeof given === "string") return Number.isNaN(Number(given));
  return typeof given === "object" && given !== null && "path" in given && Boolean(given.path);
}
