import type { Socket } from "node:net";
import { log } from "../../../engine/log.ts";

/** How long refusals are counted before they are reported together, in milliseconds. */
const gathering = 10_000;

/** What programs show that print what comes before the protocol; OpenSSH does with -v. */
const line = "Too many connections are signing in at the moment. Try again in a few seconds.\r\n";

/** Turns connections away of which there are too many, and writes of a flood one line, not thousands. */
export class Refusals {
  #count = 0;
  #address = "";
  #timer: NodeJS.Timeout | undefined;

  /** Turns a connection away. */
  refuse(socket: Socket, address: string): void {
    socket.write(line);
    // Anyone who floods does not close its side.
    socket.destroySoon();
    this.#count += 1;
    this.#address = address;
    this.#timer ??= setTimeout(() => this.#tell(), gathering).unref();
  }

  #tell(): void {
    log.warn(
      { connections: this.#count, last: this.#address },
      "SSH connections were turned away: too many that nobody had signed in on",
    );
    this.#timer = undefined;
    this.#count = 0;
  }
}
