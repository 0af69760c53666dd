import { NtlmError } from "../ntlm/ntlm-error.ts";
import { type SealedChannel, signatureLength } from "../ntlm/sealing.ts";

const boundary = "Encrypted Boundary";
const protocol = "application/HTTP-SPNEGO-session-encrypted";

/** Content type of a message that is sealed ([MS-WSMV] 2.2.9.1). */
export const sealedType = `multipart/encrypted;protocol="${protocol}";boundary="${boundary}"`;

/** Content type of a message in clear. */
export const soapType = "application/soap+xml;charset=UTF-8";

const end = Buffer.from(`--${boundary}--\r\n`);
const lengthSize = 4;

/** A message as it goes over a connection in clear. */
export function sealBody(channel: SealedChannel, message: string): Buffer {
  const plain = Buffer.from(message);
  const { signature, sealed } = channel.seal(plain);
  const length = Buffer.alloc(lengthSize);
  length.writeUInt32LE(signature.length);
  const head = [
    ...[`--${boundary}`, `\tContent-Type: ${protocol}`],
    `\tOriginalContent: type=${soapType};Length=${plain.length}`,
    ...[`--${boundary}`, "\tContent-Type: application/octet-stream", ""],
  ];
  return Buffer.concat([Buffer.from(head.join("\r\n")), length, signature, sealed, end]);
}

// In two steps, so that nothing is tried twice: what is before the sealed part is short.
const longestHead = 1_024;
const headPattern =
  /^--Encrypted Boundary\r\n[ \t]*Content-Type: *application\/HTTP-SPNEGO-session-encrypted\r\n[ \t]*OriginalContent: *type=[\w+/.-]{1,60};charset=[\w-]{1,20};Length=(\d{1,7})\r\n--Encrypted Boundary\r\n[ \t]*Content-Type: *application\/octet-stream\r\n/i;

/**
 * The message in what came.
 *
 * @throws NtlmError `forged`: it is not sealed as agreed
 */
export function unsealBody(channel: SealedChannel, body: Buffer): string {
  const head = headPattern.exec(body.subarray(0, longestHead).toString("latin1"));
  const content = body.subarray(head?.[0].length ?? body.length);
  const isWhole =
    content.length >= lengthSize + signatureLength + end.length &&
    content.readUInt32LE() === signatureLength &&
    content.subarray(-end.length).equals(end);
  if (!isWhole) throw new NtlmError("forged");
  const signature = content.subarray(lengthSize, lengthSize + signatureLength);
  const message = channel.unseal(content.subarray(lengthSize + signatureLength, -end.length), signature);
  if (message.length !== Number(head?.[1])) throw new NtlmError("forged");
  return message.toString("utf8");
}
