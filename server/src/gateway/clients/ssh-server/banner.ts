import type { Connection } from "ssh2";
import { log } from "../../../engine/log.ts";

/** The parts of ssh2's protocol object that a banner takes; it sends one itself only before any attempt. */
interface ProtocolParts {
  readonly _kexinit?: unknown;
  readonly _packetRW: {
    readonly write: {
      readonly allocStart: number;
      alloc(size: number): Buffer;
      finalize(packet: Buffer): Buffer;
    };
  };
  readonly _cipher: { encrypt(packet: Buffer): void };
}

const bannerMessage = 53;

/**
 * Shows a client text during its sign-in (RFC 4252, section 5.4): why it may not come in. Clients print it, whatever
 * method they use.
 */
export function sendBanner(connection: Connection, text: string): void {
  const { _protocol: protocol } = connection as unknown as { readonly _protocol: ProtocolParts };
  // In the middle of a key exchange nothing else may be sent.
  if (protocol._kexinit !== undefined) return;
  try {
    const line = Buffer.from(`${text}\r\n`);
    const { write } = protocol._packetRW;
    let at = write.allocStart;
    const packet = write.alloc(1 + 4 + line.length + 4);
    at = packet.writeUInt8(bannerMessage, at);
    at = packet.writeUInt32BE(line.length, at);
    at += line.copy(packet, at);
    packet.writeUInt32BE(0, at);
    protocol._cipher.encrypt(write.finalize(packet));
  } catch (error) {
    log.debug({ err: error }, "a banner could not be sent");
  }
}
