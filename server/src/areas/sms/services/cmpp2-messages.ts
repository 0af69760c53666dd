import { createHash } from "node:crypto";

/** Commands of CMPP 2.0; an answer has the highest bit set. */
export const command = {
  connect: 0x00000001,
  terminate: 0x00000002,
  submit: 0x00000004,
  deliver: 0x00000005,
  activeTest: 0x00000008,
} as const;

/** The command that answers another one. */
export const answerTo = (id: number): number => (id | 0x80000000) >>> 0;

const headLength = 12;
/** No message of the protocol is longer, in bytes. */
const longestMessage = 4_096;
const version = 0x20;

/** A message as it came. */
export interface CmppMessage {
  readonly command: number;
  readonly sequence: number;
  readonly body: Buffer;
}

/** A message as it goes. */
export function writeMessage(id: number, sequence: number, body: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(headLength);
  head.writeUInt32BE(headLength + body.length, 0);
  head.writeUInt32BE(id, 4);
  head.writeUInt32BE(sequence, 8);
  return Buffer.concat([head, body]);
}

/**
 * Takes the first whole message off what has come; null while there is none.
 * @throws Error where it is no message of the protocol
 */
export function takeMessage(
  received: Buffer,
): { readonly message: CmppMessage; readonly rest: Buffer } | null {
  if (received.length < 4) return null;
  const length = received.readUInt32BE(0);
  if (length < headLength || length > longestMessage) throw new Error("the answer is not CMPP");
  if (received.length < length) return null;
  const message = {
    command: received.readUInt32BE(4),
    sequence: received.readUInt32BE(8),
    body: received.subarray(headLength, length),
  };
  return { message, rest: received.subarray(length) };
}

/** A text in a field of fixed length, filled up with zeros. */
function fixed(value: string, length: number): Buffer {
  const field = Buffer.alloc(length);
  field.write(value, "latin1");
  return field;
}

/** Digest by which a client proves that it knows the secret. */
export const clientAuthenticator = (account: string, secret: string, timestamp: string): Buffer =>
  createHash("md5")
    .update(Buffer.concat([fixed(account, 6), Buffer.alloc(9), Buffer.from(secret + timestamp)]))
    .digest();

/** Digest by which a gateway proves the same. */
export const gatewayAuthenticator = (status: number, client: Buffer, secret: string): Buffer =>
  createHash("md5")
    .update(Buffer.concat([Buffer.from([status]), client, Buffer.from(secret)]))
    .digest();

/** Body of CONNECT. `timestamp` is `MMDDHHMMSS`. */
export function connectBody(account: string, authenticator: Buffer, timestamp: string): Buffer {
  const tail = Buffer.alloc(5);
  tail.writeUInt8(version, 0);
  tail.writeUInt32BE(Number(timestamp), 1);
  return Buffer.concat([fixed(account, 6), authenticator, tail]);
}

/** What a message needs to be submitted. */
export interface CmppSubmission {
  readonly account: string;
  readonly serviceId: string;
  readonly sourceNumber: string;
  readonly destination: string;
  readonly text: string;
}

/** UCS-2, big-endian: the encoding in which Chinese texts go. */
const ucs2 = 8;

/** Body of SUBMIT: one message to one number, no report, paid by the account. */
export function submitBody({ account, serviceId, sourceNumber, destination, text }: CmppSubmission): Buffer {
  const content = Buffer.from(text, "utf16le").swap16();
  return Buffer.concat([
    Buffer.alloc(8), // Msg_Id
    Buffer.from([1, 1, 0, 0]), // Pk_total, Pk_number, Registered_Delivery, Msg_level
    fixed(serviceId, 10),
    Buffer.from([2]), // Fee_UserType: the SP pays
    fixed("", 21), // Fee_terminal_Id
    Buffer.from([0, 0, ucs2]), // TP_pId, TP_udhi, Msg_Fmt
    fixed(account, 6), // Msg_src
    fixed("01", 2), // FeeType: free for the receiver
    fixed("0", 6), // FeeCode
    fixed("", 17), // ValId_Time
    fixed("", 17), // At_Time
    fixed(sourceNumber, 21),
    Buffer.from([1]), // DestUsr_tl
    fixed(destination, 21),
    Buffer.from([content.length]),
    content,
    Buffer.alloc(8), // Reserve
  ]);
}
