import { NtlmError } from "./ntlm-error.ts";

/** Flags of what both sides agree on ([MS-NLMP] 2.2.2.5). */
export const ntlmFlags = {
  unicode: 0x1,
  requestTarget: 0x4,
  sign: 0x10,
  seal: 0x20,
  ntlm: 0x200,
  alwaysSign: 0x8000,
  extendedSecurity: 0x80000,
  targetInfo: 0x800000,
  version: 0x2000000,
  keys128: 0x20000000,
  keyExchange: 0x40000000,
} as const;

const { unicode, requestTarget, sign, seal, ntlm, alwaysSign } = ntlmFlags;
const { extendedSecurity, targetInfo, version, keys128, keyExchange } = ntlmFlags;

/** Without these nothing is signed in to: less is NTLMv1, or leaves what follows unprotected. */
export const neededFlags =
  unicode | sign | seal | ntlm | extendedSecurity | targetInfo | keys128 | keyExchange;
const wantedFlags = neededFlags | requestTarget | alwaysSign | version;

/** Kinds of pairs about a server, and of what the client adds to them ([MS-NLMP] 2.2.2.1). */
export const pairKinds = { end: 0, flags: 6, time: 7, targetName: 9, channelBindings: 10 } as const;

/** What is known of a server, or told to it. */
export interface TargetPair {
  readonly kind: number;
  readonly value: Buffer;
}

const signature = Buffer.from("NTLMSSP\0");
const longestMessage = 16 * 1024;

// Windows 10, NTLM revision 15.
const ownVersion = Buffer.from([10, 0, 0, 0, 0, 0, 0, 15]);

function header(kind: number): Buffer {
  const bytes = Buffer.alloc(12);
  signature.copy(bytes);
  bytes.writeUInt32LE(kind, 8);
  return bytes;
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
}

/** The first message: what the client wants. */
export function negotiateMessage(): Buffer {
  return Buffer.concat([header(1), u32(wantedFlags), Buffer.alloc(16), ownVersion]);
}

/** What a server answers to it. */
export interface NtlmChallenge {
  readonly flags: number;
  readonly challenge: Buffer;
  readonly targetInfo: readonly TargetPair[];
}

/**
 * Reads a message of a kind up to its first field.
 *
 * @throws NtlmError `malformed`
 */
export function checkMessage(message: Buffer, kind: number, shortest: number): void {
  const isOne =
    message.length >= shortest &&
    message.length <= longestMessage &&
    message.subarray(0, 8).equals(signature) &&
    message.readUInt32LE(8) === kind;
  if (!isOne) throw new NtlmError("malformed");
}

/**
 * What a field of a message points to.
 *
 * @param at where its length and offset stand
 * @param first before which no content can be
 * @throws NtlmError `malformed`: it lies about them
 */
export function fieldOf(message: Buffer, at: number, first: number): Buffer {
  const length = message.readUInt16LE(at);
  if (length === 0) return Buffer.alloc(0);
  const from = message.readUInt32LE(at + 4);
  if (from < first || from + length > message.length) throw new NtlmError("malformed");
  return message.subarray(from, from + length);
}

/**
 * Reads the challenge of a server.
 *
 * @throws NtlmError `malformed`, or `weak` when it does not agree to what is needed
 */
export function readChallenge(message: Buffer): NtlmChallenge {
  checkMessage(message, 2, 48);
  const flags = message.readUInt32LE(20);
  if ((flags & neededFlags) >>> 0 !== neededFlags >>> 0) throw new NtlmError("weak");
  return {
    flags,
    challenge: message.subarray(24, 32),
    targetInfo: readPairs(fieldOf(message, 40, 48)),
  };
}

/** @throws NtlmError `malformed` for pairs that do not end, or end before their last one */
export function readPairs(bytes: Buffer): readonly TargetPair[] {
  const pairs: TargetPair[] = [];
  for (let at = 0; at + 4 <= bytes.length; ) {
    const [kind, length] = [bytes.readUInt16LE(at), bytes.readUInt16LE(at + 2)];
    at += 4;
    if (kind === pairKinds.end) return pairs;
    if (at + length > bytes.length) break;
    pairs.push({ kind, value: bytes.subarray(at, at + length) });
    at += length;
  }
  throw new NtlmError("malformed");
}

/** Pairs as messages have them, with their end. */
export function writePairs(pairs: readonly TargetPair[]): Buffer {
  const parts = pairs.map(({ kind, value }) => {
    const head = Buffer.alloc(4);
    head.writeUInt16LE(kind);
    head.writeUInt16LE(value.length, 2);
    return Buffer.concat([head, value]);
  });
  return Buffer.concat([...parts, Buffer.alloc(4)]);
}

/** What a client signs in with. */
export interface NtlmAnswer {
  readonly flags: number;
  readonly response: Buffer;
  readonly domain: string;
  readonly user: string;
  /** The key of the session, enciphered. */
  readonly sessionKey: Buffer;
}

/** Where the check of all three messages stands in the last one. */
export const checkAt = 72;
const firstContent = 88;

/** The last message: who the client is. Its check is still to be put in. */
export function authenticateMessage({ flags, response, domain, user, sessionKey }: NtlmAnswer): Buffer {
  const wide = (text: string) => Buffer.from(text, "utf16le");
  // Without LM: a response of nothing but zeros is none.
  const lm = Buffer.alloc(24);
  const workstation = Buffer.alloc(0);
  const contents = [lm, response, wide(domain), wide(user), workstation, sessionKey];
  let at = firstContent;
  const fields = contents.map((content) => {
    const field = Buffer.alloc(8);
    field.writeUInt16LE(content.length);
    field.writeUInt16LE(content.length, 2);
    field.writeUInt32LE(at, 4);
    at += content.length;
    return field;
  });
  const agreed = u32(flags & wantedFlags);
  return Buffer.concat([header(3), ...fields, agreed, ownVersion, Buffer.alloc(16), ...contents]);
}
