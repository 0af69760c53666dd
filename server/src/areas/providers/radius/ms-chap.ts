import { createCipheriv, createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { md4, ntHash } from "../../../engine/nt-hash.ts";

/** Types of Microsoft's attributes that are used here (RFC 2548). */
const types = { error: 2, challenge: 11, response: 25, success: 26 } as const;

const microsoft = 311;

const sha1 = (...parts: readonly (Buffer | string)[]): Buffer => {
  const hash = createHash("sha1");
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** What a server is asked, and what one that knows the password says to it. */
export interface MsChapQuestion {
  /** Values of vendor-specific attributes. */
  readonly attributes: readonly Buffer[];
  /** What the answer begins with that proves that the server knows the password, too. */
  readonly success: Buffer;
}

/** What both sides have chosen; by default at random. */
export interface MsChapChallenges {
  readonly server: Buffer;
  readonly peer: Buffer;
}

/** Proves a password by MS-CHAPv2 (RFC 2759): the server gets no password, and needs no more than its NT hash. */
export function msChapQuestion(
  username: string,
  password: string,
  { server, peer }: MsChapChallenges = { server: randomBytes(16), peer: randomBytes(16) },
): MsChapQuestion {
  const hash = ntHash(password);
  // Without the domain before the name.
  const name = username.slice(username.lastIndexOf("\\") + 1);
  const challenge = sha1(peer, server, name).subarray(0, 8);
  const response = challengeResponse(hash, challenge);
  const identifier = randomBytes(1);
  const proof = sha1(
    sha1(md4(hash), response, "Magic server to client signing constant"),
    challenge,
    "Pad to make it do more than one iteration",
  );
  const flags = Buffer.alloc(1);
  return {
    attributes: [
      ofMicrosoft(types.challenge, server),
      ofMicrosoft(types.response, Buffer.concat([identifier, flags, peer, Buffer.alloc(8), response])),
    ],
    success: Buffer.concat([identifier, Buffer.from(`S=${proof.toString("hex").toUpperCase()}`)]),
  };
}

/** Whether the value of a vendor-specific attribute is what a server says that knows the password; more may follow. */
export const isSuccess = (value: Buffer, success: Buffer): boolean =>
  value.length >= 6 + success.length &&
  value.readUInt32BE() === microsoft &&
  value[4] === types.success &&
  timingSafeEqual(value.subarray(6, 6 + success.length), success);

/** Why a server lets nobody in by a password, beyond its being wrong. */
export type MsChapRefusal = "restrictedHours" | "accountDisabled" | "passwordExpired" | "noDialIn";

/** Its numbers (RFC 2759, 6). 691 says that name or password are wrong; 709 answers what is never asked here. */
const refusals: Readonly<Record<string, MsChapRefusal>> = {
  "646": "restrictedHours",
  "647": "accountDisabled",
  "648": "passwordExpired",
  "649": "noDialIn",
};

/**
 * What the value of a vendor-specific attribute says as MS-CHAP-Error, behind the identifier: `E=648 R=0 C=… V=3 M=Password
 * expired`. Null: it is none, or says nothing but that name or password are wrong.
 */
export function readMsChapError(value: Buffer): MsChapRefusal | null {
  if (value.length < 7 || value.readUInt32BE() !== microsoft || value[4] !== types.error) return null;
  const [, number = ""] = /^E=0*(\d{1,10})(?:\s|$)/.exec(value.toString("latin1", 7)) ?? [];
  return refusals[number] ?? null;
}

function ofMicrosoft(type: number, value: Buffer): Buffer {
  const head = Buffer.alloc(6);
  head.writeUInt32BE(microsoft);
  head.writeUInt8(type, 4);
  head.writeUInt8(value.length + 2, 5);
  return Buffer.concat([head, value]);
}

/** Whether an attribute belongs to the proof, or holds keys made from the password: nothing that rules go by. */
export const isMsChap = (vendor: number, kind: number): boolean =>
  vendor === microsoft && [types.error, 12, 16, 17, types.success].includes(kind);

/** The challenge under DES with each third of the hash (RFC 2759, 8.5). */
function challengeResponse(hash: Buffer, challenge: Buffer): Buffer {
  const padded = Buffer.concat([hash, Buffer.alloc(5)]);
  return Buffer.concat([0, 7, 14].map((from) => des(padded.subarray(from, from + 7), challenge)));
}

function des(part: Buffer, block: Buffer): Buffer {
  const bits = BigInt(`0x${part.toString("hex")}`);
  // Seven bits a byte; the eighth, for parity, is looked at by nobody.
  const key = Buffer.from(
    Array.from({ length: 8 }, (_, at) => Number((bits >> BigInt(7 * (7 - at))) & 0x7fn) << 1),
  );
  // Node has no single DES any more; three times the same key is the same.
  const cipher = createCipheriv("des-ede3-ecb", Buffer.concat([key, key, key]), null).setAutoPadding(false);
  return Buffer.concat([cipher.update(block), cipher.final()]);
}
