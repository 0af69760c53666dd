import type { TargetStream } from "../target-stream.ts";

const replyPacket = 4;
const headerLength = 8;
const encryptionOption = 1;
const terminator = 0xff;

/** Values of the option that mean the sign-in is encrypted ([MS-TDS] 2.2.6.5): on, required. */
const encrypted: readonly number[] = [1, 3];

/**
 * Watches the server's answer to the pre-login message, and ends the connection before any sign-in is sent when
 * the server does not encrypt it.
 */
export function watchEncryption(stream: TargetStream, notOffered: () => Error): void {
  let held = Buffer.alloc(0);
  stream.inspect((data) => {
    held = Buffer.concat([held, data]);
    if (held.length < headerLength) return false;
    const length = held.readUInt16BE(2);
    if (held.length < length && held[0] === replyPacket) return false;
    if (held[0] !== replyPacket || !offersEncryption(held.subarray(headerLength, length))) {
      stream.destroy(notOffered());
    }
    return true;
  });
}

function offersEncryption(options: Buffer): boolean {
  for (let at = 0; at + 5 <= options.length && options[at] !== terminator; at += 5) {
    if (options[at] !== encryptionOption) continue;
    const value = options[options.readUInt16BE(at + 1)];
    return value !== undefined && encrypted.includes(value);
  }
  return false;
}
