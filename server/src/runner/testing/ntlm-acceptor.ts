import { randomBytes, timingSafeEqual } from "node:crypto";
import { ntHash } from "../../engine/nt-hash.ts";
import { hmacMd5, ntlmProof, ntlmv2Key } from "../ntlm/keys.ts";
import {
  checkAt,
  checkMessage,
  fieldOf,
  neededFlags,
  ntlmFlags,
  pairKinds,
  readPairs,
  writePairs,
} from "../ntlm/messages.ts";
import { Rc4 } from "../ntlm/rc4.ts";
import { SealedChannel } from "../ntlm/sealing.ts";

const wide = (text: string): Buffer => Buffer.from(text, "utf16le");

/** Somebody who has signed in by NTLM. */
export interface NtlmGuest {
  readonly username: string;
  readonly channel: SealedChannel;
}

/** The other side of a sign-in by NTLMv2, for one connection. */
export class NtlmAcceptor {
  readonly #passwords: ReadonlyMap<string, string>;
  readonly #binding: Buffer | null;
  readonly #asked = randomBytes(8);
  #first: Buffer = Buffer.alloc(0);
  #second: Buffer = Buffer.alloc(0);

  /**
   * @param passwords by name, `DOMAIN\name` or `name@domain`
   * @param binding what sign-ins must be bound to; null: to nothing
   */
  constructor(passwords: ReadonlyMap<string, string>, binding: Buffer | null) {
    this.#passwords = passwords;
    this.#binding = binding;
  }

  /** What is answered to the first message. */
  challenge(first: Buffer): Buffer {
    this.#first = first;
    const time = Buffer.alloc(8);
    time.writeBigUInt64LE((BigInt(Date.now()) + 11_644_473_600_000n) * 10_000n);
    const name = wide("MACHINE");
    const info = writePairs([
      ...[2, 1, 4, 3].map((kind) => ({ kind, value: name })),
      { kind: pairKinds.time, value: time },
    ]);
    const head = Buffer.alloc(56);
    head.write("NTLMSSP\0");
    head.writeUInt32LE(2, 8);
    head.writeUInt16LE(name.length, 12);
    head.writeUInt16LE(name.length, 14);
    head.writeUInt32LE(56, 16);
    const flags = neededFlags | ntlmFlags.alwaysSign | ntlmFlags.version | ntlmFlags.requestTarget | 0x20000;
    head.writeUInt32LE(flags >>> 0, 20);
    this.#asked.copy(head, 24);
    head.writeUInt16LE(info.length, 40);
    head.writeUInt16LE(info.length, 42);
    head.writeUInt32LE(56 + name.length, 44);
    head.set([10, 0, 0, 0, 0, 0, 0, 15], 48);
    this.#second = Buffer.concat([head, name, info]);
    return this.#second;
  }

  /** Who has signed in; null: nobody. */
  accept(message: Buffer): NtlmGuest | null {
    checkMessage(message, 3, 64);
    const [domain, user] = [fieldOf(message, 28, 64), fieldOf(message, 36, 64)].map((name) =>
      name.toString("utf16le"),
    );
    const username = [`${domain}\\${user}`, String(user)].find((name) => this.#passwords.has(name));
    const password = this.#passwords.get(username ?? "");
    if (username === undefined || password === undefined) return null;
    const response = fieldOf(message, 20, 64);
    const blob = response.subarray(16);
    const pairs = readPairs(blob.subarray(28));
    const pair = (kind: number) => pairs.find((one) => one.kind === kind)?.value ?? Buffer.alloc(0);
    const { proof, baseKey } = ntlmProof(
      ntlmv2Key(ntHash(password), user ?? "", domain ?? ""),
      this.#asked,
      blob,
    );
    if (!timingSafeEqual(proof, response.subarray(0, 16))) return null;
    if (this.#binding !== null && !pair(pairKinds.channelBindings).equals(this.#binding)) return null;
    const key = new Rc4(baseKey).apply(fieldOf(message, 52, 64));
    // Clients that announce a check of all messages have one.
    if (((pair(pairKinds.flags)[0] ?? 0) & 2) !== 0) {
      const check = Buffer.from(message.subarray(checkAt, checkAt + 16));
      const without = Buffer.from(message).fill(0, checkAt, checkAt + 16);
      if (!hmacMd5(key, this.#first, this.#second, without).equals(check)) return null;
    }
    return { username, channel: new SealedChannel(key, "server") };
  }
}
