import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { msChapQuestion } from "./ms-chap.ts";

/** Codes of RFC 2865. */
const accessRequest = 1;
const answers = { 2: "accept", 3: "reject", 11: "challenge" } as const;

/** Attributes of RFC 2865 and 2869 that are used here. */
export const attributeTypes = {
  userName: 1,
  userPassword: 2,
  chapPassword: 3,
  filterId: 11,
  replyMessage: 18,
  state: 24,
  class: 25,
  vendorSpecific: 26,
  callingStationId: 31,
  nasIdentifier: 32,
  proxyState: 33,
  chapChallenge: 60,
  messageAuthenticator: 80,
} as const;

const headerLength = 20;
const longestPacket = 4096;
const longestValue = 253;
const blockLength = 16;

/** An attribute as it is on the wire. */
export interface RadiusAttribute {
  readonly type: number;
  readonly value: Buffer;
}

/** How a password is put into a request. */
export type PasswordProtocol = "pap" | "chap" | "mschapv2";

/** What a server is asked. */
interface AccessRequest {
  readonly username: string;
  readonly password: string;
  readonly protocol: PasswordProtocol;
  /** More attributes, none of them of the user or the password. */
  readonly attributes: readonly RadiusAttribute[];
}

/** A request as it is sent, and what an answer to it is checked with. */
export interface EncodedRequest {
  readonly packet: Buffer;
  readonly identifier: number;
  readonly authenticator: Buffer;
  /** What an acceptance has to prove by MS-CHAP2-Success; null: nothing. */
  readonly success: Buffer | null;
}

/** What a server has answered. */
export interface RadiusAnswer {
  readonly kind: (typeof answers)[keyof typeof answers];
  readonly attributes: readonly RadiusAttribute[];
}

/** Why bytes are no answer to a request. */
export type FalseAnswer = "malformed" | "identifier" | "authenticator" | "message-authenticator";

const md5 = (...parts: readonly Buffer[]): Buffer => {
  const hash = createHash("md5");
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** HMAC-MD5, as Message-Authenticator has it. */
const signatureOf = (packet: Buffer, secret: Buffer): Buffer =>
  createHmac("md5", secret).update(packet).digest();

/** Whether a name or a password can be sent at all: what does not fit would be cut, and match something else. */
export function isSendable({ username, password, protocol }: Omit<AccessRequest, "attributes">): boolean {
  const longest = protocol === "pap" ? 128 : longestValue;
  const fits = (text: string, most: number): boolean => {
    const length = Buffer.byteLength(text);
    return length > 0 && length <= most && !text.includes("\0");
  };
  return fits(username, longestValue) && fits(password, longest);
}

/**
 * A request of RFC 2865. Message-Authenticator comes first and is always there: without it somebody between this
 * installation and the server can turn a refusal into an acceptance (CVE-2024-3596).
 */
export function encodeRequest(request: AccessRequest, secret: Buffer): EncodedRequest {
  const [identifier = 0] = randomBytes(1);
  const authenticator = randomBytes(16);
  const { attributes: proof, success } = passwordAttributes(request, secret, authenticator);
  const attributes: readonly RadiusAttribute[] = [
    { type: attributeTypes.messageAuthenticator, value: Buffer.alloc(16) },
    { type: attributeTypes.userName, value: Buffer.from(request.username) },
    ...proof,
    ...request.attributes,
  ];
  const packet = Buffer.concat([
    Buffer.from([accessRequest, identifier, 0, 0]),
    authenticator,
    ...attributes.map(({ type, value }) => Buffer.concat([Buffer.from([type, value.length + 2]), value])),
  ]);
  packet.writeUInt16BE(packet.length, 2);
  signatureOf(packet, secret).copy(packet, headerLength + 2);
  return { packet, identifier, authenticator, success };
}

function passwordAttributes(
  { username, password, protocol }: AccessRequest,
  secret: Buffer,
  authenticator: Buffer,
): { readonly attributes: readonly RadiusAttribute[]; readonly success: Buffer | null } {
  if (protocol === "pap") {
    const value = hidePassword(password, secret, authenticator);
    return { attributes: [{ type: attributeTypes.userPassword, value }], success: null };
  }
  if (protocol === "mschapv2") {
    const { attributes, success } = msChapQuestion(username, password);
    return {
      attributes: attributes.map((value) => ({ type: attributeTypes.vendorSpecific, value })),
      success,
    };
  }
  const identifier = randomBytes(1);
  const challenge = randomBytes(16);
  const attributes = [
    {
      type: attributeTypes.chapPassword,
      value: Buffer.concat([identifier, md5(identifier, Buffer.from(password), challenge)]),
    },
    { type: attributeTypes.chapChallenge, value: challenge },
  ];
  return { attributes, success: null };
}

/** RFC 2865, 5.2. */
function hidePassword(password: string, secret: Buffer, authenticator: Buffer): Buffer {
  const plain = Buffer.from(password);
  const padded = Buffer.alloc(Math.ceil(plain.length / blockLength) * blockLength);
  plain.copy(padded);
  let former = authenticator;
  for (let start = 0; start < padded.length; start += blockLength) {
    const key = md5(secret, former);
    for (const [index, byte] of key.entries()) padded[start + index] = (padded[start + index] ?? 0) ^ byte;
    former = padded.subarray(start, start + blockLength);
  }
  return padded;
}

/**
 * Reads an answer to a request; what is not the server's own is named and told to nobody else. An answer without
 * Message-Authenticator is as false as one with a wrong one.
 */
export function readAnswer(
  packet: Buffer,
  { identifier, authenticator }: Pick<EncodedRequest, "identifier" | "authenticator">,
  secret: Buffer,
): RadiusAnswer | { readonly kind: "false"; readonly why: FalseAnswer } {
  const no = (why: FalseAnswer) => ({ kind: "false", why }) as const;
  if (packet.length < headerLength || packet.length > longestPacket) return no("malformed");
  const length = packet.readUInt16BE(2);
  if (length < headerLength || length > packet.length) return no("malformed");
  // What follows is padding by RFC 2865, 3; nobody signs it, so nobody reads it.
  const signed = Buffer.from(packet.subarray(0, length));
  const code = signed.readUInt8(0);
  if (signed.readUInt8(1) !== identifier) return no("identifier");
  if (!Object.hasOwn(answers, code)) return no("malformed");
  const attributes = readAttributes(signed);
  if (attributes === null) return no("malformed");
  const given = Buffer.from(signed.subarray(4, headerLength));
  authenticator.copy(signed, 4);
  if (!timingSafeEqual(md5(signed, secret), given)) return no("authenticator");
  const signatures = attributes.filter(({ type }) => type === attributeTypes.messageAuthenticator);
  const [signature] = signatures;
  if (signature === undefined || signatures.length > 1 || signature.value.length !== 16) {
    return no("message-authenticator");
  }
  signed.fill(0, signature.offset, signature.offset + 16);
  if (!timingSafeEqual(signatureOf(signed, secret), signature.value)) return no("message-authenticator");
  return { kind: answers[code as keyof typeof answers], attributes };
}

interface PlacedAttribute extends RadiusAttribute {
  /** Where the value begins in the packet. */
  readonly offset: number;
}

function readAttributes(packet: Buffer): readonly PlacedAttribute[] | null {
  const found: PlacedAttribute[] = [];
  for (let at = headerLength; at < packet.length; ) {
    const [type, length] = [packet[at], packet[at + 1]];
    if (type === undefined || length === undefined || length < 2 || at + length > packet.length) return null;
    // Copied, because checks write into the packet.
    found.push({ type, value: Buffer.from(packet.subarray(at + 2, at + length)), offset: at + 2 });
    at += length;
  }
  return found;
}
