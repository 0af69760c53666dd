import { randomBytes } from "node:crypto";
import { ntHash } from "../../engine/nt-hash.ts";
import { clientBlob, hmacMd5, ntlmProof, ntlmv2Key } from "./keys.ts";
import {
  authenticateMessage,
  checkAt,
  negotiateMessage,
  pairKinds,
  readChallenge,
  type TargetPair,
  writePairs,
} from "./messages.ts";
import { Rc4 } from "./rc4.ts";
import { SealedChannel } from "./sealing.ts";

/** Who signs in, and to what. */
export interface NtlmAccount {
  /** `name`, `DOMAIN\name` or `name@domain`. */
  readonly username: string;
  readonly password: string;
  /** What is signed in to, such as `HTTP/web-1`. */
  readonly service: string;
  /** The hash of what binds it to the TLS connection; null: there is none. */
  readonly channelBinding: Buffer | null;
}

/** A sign-in by NTLMv2: the server gets a proof of the password, and both get a key that nobody else has. */
export class NtlmClient {
  readonly #account: NtlmAccount;
  readonly #first = negotiateMessage();

  constructor(account: NtlmAccount) {
    this.#account = account;
  }

  /** What is sent first. */
  get first(): Buffer {
    return this.#first;
  }

  /**
   * What is sent to a server's challenge, and the channel that is there when it is accepted.
   *
   * @throws NtlmError `malformed` or `weak`
   */
  answer(challenge: Buffer): { readonly message: Buffer; readonly channel: SealedChannel } {
    const { password } = this.#account;
    const { flags, challenge: asked, targetInfo } = readChallenge(challenge);
    const { user, domain } = namesOf(this.#account.username);
    const time = targetInfo.find(({ kind, value }) => kind === pairKinds.time && value.length === 8);
    const blob = clientBlob(time?.value ?? fileTime(), randomBytes(8), this.#pairs(targetInfo));
    const { proof, baseKey } = ntlmProof(ntlmv2Key(ntHash(password), user, domain), asked, blob);
    const key = randomBytes(16);
    const message = authenticateMessage({
      ...{ flags, user, domain },
      response: Buffer.concat([proof, blob]),
      sessionKey: new Rc4(baseKey).apply(key),
    });
    // Whoever changed one of the messages on their way is found out.
    hmacMd5(key, this.#first, challenge, message).copy(message, checkAt);
    return { message, channel: new SealedChannel(key) };
  }

  /** What the server says of itself, and what the client adds: where it means to be. */
  #pairs(told: readonly TargetPair[]): Buffer {
    const { service, channelBinding } = this.#account;
    const own = [pairKinds.flags, pairKinds.targetName, pairKinds.channelBindings] as readonly number[];
    return writePairs([
      ...told.filter(({ kind }) => !own.includes(kind)),
      // The last message has the check of all three.
      { kind: pairKinds.flags, value: Buffer.from([2, 0, 0, 0]) },
      { kind: pairKinds.channelBindings, value: channelBinding ?? Buffer.alloc(16) },
      { kind: pairKinds.targetName, value: Buffer.from(service, "utf16le") },
    ]);
  }
}

function namesOf(username: string): { readonly user: string; readonly domain: string } {
  const at = username.indexOf("\\");
  // `name@domain` is found by the server as it is.
  if (at < 0) return { user: username, domain: "" };
  return { user: username.slice(at + 1), domain: username.slice(0, at) };
}

/** Now, in tenths of microseconds since 1601. */
function fileTime(): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE((BigInt(Date.now()) + 11_644_473_600_000n) * 10_000n);
  return bytes;
}
