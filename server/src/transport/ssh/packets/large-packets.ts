import type { Client, Connection } from "ssh2";
import { type Decipher, PacketDecipher } from "./packet-decipher.ts";
import { suiteOf } from "./packet-suites.ts";

/** ssh2's state of a connection, as far as it is used here. */
interface Parts {
  readonly _protocol: { _decipher: Decipher };
}

/**
 * Lets a peer send packets of up to 256 KiB, as OpenSSH does, where ssh2 ends the connection at 35 000 bytes: a command
 * comes in one packet, however long it is. Every decipher ssh2 makes for this connection, one for each key exchange, is
 * replaced by one with the same keys.
 *
 * @param connection one that has not begun to agree on keys
 */
export function takeLargePackets(connection: Client | Connection): void {
  const { _protocol: protocol } = connection as unknown as Parts;
  let decipher = protocol._decipher;
  Object.defineProperty(protocol, "_decipher", {
    configurable: true,
    enumerable: true,
    get: () => decipher,
    set: (made: Decipher) => {
      const suite = suiteOf(made);
      decipher = suite === null ? made : new PacketDecipher(suite, made);
    },
  });
}
