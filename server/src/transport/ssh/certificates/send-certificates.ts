import type { Client } from "ssh2";
import type { CertifiedParsedKey } from "./certified-key.ts";
import { certificateType, signatureBlob } from "./user-certificate.ts";
import { wireString } from "./wire.ts";

/** `SSH_MSG_USERAUTH_REQUEST` of RFC 4252. */
const userAuthRequest = 50;

type SignedBy = (packet: Buffer, done: (signature: Buffer) => void) => void;

type AuthByKey = (
  username: string,
  key: Partial<CertifiedParsedKey>,
  algorithm?: string | SignedBy,
  signed?: SignedBy,
) => void;

/** The parts of ssh2's protocol that a sign-in by key uses. */
interface Parts {
  readonly _protocol: {
    authPK: AuthByKey;
    readonly _kex: { readonly sessionID: Buffer };
    /** Set while keys are exchanged; `_queue` is sent after that. */
    readonly _kexinit?: unknown;
    _queue?: Buffer[];
    /** Methods whose answers are to come. */
    readonly _authsQueue: string[];
    readonly _cipher: { encrypt(packet: Buffer): void };
    readonly _packetRW: {
      readonly write: {
        readonly allocStart: number;
        alloc(payloadLength: number): Buffer;
        finalize(packet: Buffer): Buffer;
      };
    };
  };
}

/**
 * Lets a client sign in by certificate. ssh2 names the same algorithm for the key and for the signature; a certificate
 * has one type, and what its key signs another. So the signed request is written here.
 *
 * @param client one that has begun to talk
 */
export function sendCertificates(client: Client): void {
  const { _protocol: protocol } = client as unknown as Parts;
  const authByKey = protocol.authPK;
  protocol.authPK = (username, key, algorithm, signed) => {
    const isSigned = typeof algorithm === "function" || signed !== undefined;
    // The question whether the key will do has no signature.
    if (key.signingKey === undefined || key.getPublicSSH === undefined || !isSigned) {
      authByKey.call(protocol, username, key, algorithm, signed);
      return;
    }
    const request = Buffer.concat([
      Buffer.from([userAuthRequest]),
      wireString(username),
      wireString("ssh-connection"),
      wireString("publickey"),
      Buffer.from([1]),
      wireString(certificateType),
      wireString(key.getPublicSSH()),
    ]);
    const signature = signatureBlob(
      Buffer.concat([wireString(protocol._kex.sessionID), request]),
      key.signingKey,
    );
    protocol._authsQueue.push("publickey");
    send(protocol, Buffer.concat([request, wireString(signature)]));
  };
}

function send(protocol: Parts["_protocol"], payload: Buffer): void {
  const { write } = protocol._packetRW;
  const start = write.allocStart;
  const packet = write.alloc(payload.length);
  packet.set(payload, start);
  const whole = write.finalize(packet);
  if (protocol._kexinit === undefined) {
    protocol._cipher.encrypt(whole);
    return;
  }
  protocol._queue ??= [];
  protocol._queue.push(whole);
}
