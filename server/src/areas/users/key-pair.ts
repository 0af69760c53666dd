import { generateKeyPair, type KeyObject } from "node:crypto";
import { promisify } from "node:util";

/** Bits of a generated key. */
const BITS = 3072;

/** A key pair for signing in, both halves as OpenSSH reads them. */
export interface SshKeyPair {
  /** One line: `ssh-rsa base64 comment`. */
  readonly publicKey: string;
  /** PEM, unencrypted. */
  readonly privateKey: string;
}

/** A length and the bytes, as in RFC 4251 section 5. */
function sized(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** A positive number: its highest bit would make it a negative one. */
function positive(encoded: string | undefined): Buffer {
  const bytes = Buffer.from(encoded ?? "", "base64url");
  return sized((bytes[0] ?? 0) < 128 ? bytes : Buffer.concat([Buffer.alloc(1), bytes]));
}

function publicLine(key: KeyObject, comment: string): string {
  const { e, n } = key.export({ format: "jwk" });
  const blob = Buffer.concat([sized(Buffer.from("ssh-rsa")), positive(e), positive(n)]);
  return `ssh-rsa ${blob.toString("base64")} ${comment}`;
}

/** Makes an RSA key pair. */
export async function newSshKeyPair(comment: string): Promise<SshKeyPair> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: BITS });
  return {
    publicKey: publicLine(publicKey, comment),
    privateKey: privateKey.export({ type: "pkcs1", format: "pem" }).toString(),
  };
}
