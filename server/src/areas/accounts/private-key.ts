import { createHash, createPrivateKey, type JsonWebKey, type KeyObject, randomBytes } from "node:crypto";
import ssh2 from "ssh2";

/** A private key ready to be stored: not encrypted, in OpenSSH's own format. */
export interface StoredKey {
  readonly text: string;
  /** `MD5:` and the colon-separated digest of the public half. */
  readonly fingerprint: string;
}

/**
 * Reads a private key in any common format (OpenSSH, PKCS#1, PKCS#8, SEC1), opening it with `passphrase`.
 * Answers null when it is not one, or the passphrase does not open it.
 */
export function readPrivateKey(input: string, passphrase: string): StoredKey | null {
  const pem = `${input.trim().replaceAll("\r\n", "\n")}\n`;
  const key = readWithSsh2(pem, passphrase) ?? readWithNode(pem, passphrase);
  if (key === null) return null;
  const parts = keyParts(key);
  if (parts === null) return null;
  return { text: writeOpenSsh(parts), fingerprint: fingerprintOf(parts.publicBlob) };
}

/** The fingerprint of a public key blob, as accounts show it. */
function fingerprintOf(blob: Buffer): string {
  const hex = createHash("md5").update(blob).digest("hex");
  return `MD5:${hex.match(/../g)?.join(":")}`;
}

function readWithSsh2(pem: string, passphrase: string): KeyObject | null {
  const parsed = ssh2.utils.parseKey(pem, passphrase === "" ? undefined : passphrase);
  if (parsed instanceof Error) return null;
  const key = Array.isArray(parsed) ? parsed[0] : parsed;
  if (key === undefined || !key.isPrivateKey()) return null;
  try {
    return createPrivateKey(key.getPrivatePEM());
  } catch {
    return null;
  }
}

function readWithNode(pem: string, passphrase: string): KeyObject | null {
  try {
    return createPrivateKey({ key: pem, passphrase });
  } catch {
    return null;
  }
}

interface KeyParts {
  readonly type: string;
  readonly publicBlob: Buffer;
  /** The private fields after the type, as OpenSSH orders them. */
  readonly privateFields: Buffer;
}

const lengthPrefixed = (bytes: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
};

const string = (value: string): Buffer => lengthPrefixed(Buffer.from(value));

/** A positive number: no leading zeros, but one when the top bit is set. */
function mpint(encoded: string | undefined): Buffer {
  let bytes = Buffer.from(encoded ?? "", "base64url");
  while (bytes.length > 1 && bytes[0] === 0) bytes = bytes.subarray(1);
  return lengthPrefixed((bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes);
}

const curves: Readonly<Record<string, string>> = {
  "P-256": "nistp256",
  "P-384": "nistp384",
  "P-521": "nistp521",
};

function keyParts(key: KeyObject): KeyParts | null {
  let jwk: JsonWebKey;
  try {
    jwk = key.export({ format: "jwk" });
  } catch {
    return null;
  }
  const build = (
    type: string,
    publicFields: readonly Buffer[],
    privateFields: readonly Buffer[],
  ): KeyParts => ({
    type,
    publicBlob: Buffer.concat([string(type), ...publicFields]),
    privateFields: Buffer.concat([...privateFields]),
  });
  if (jwk.kty === "RSA") {
    const [n, e] = [mpint(jwk.n), mpint(jwk.e)];
    return build("ssh-rsa", [e, n], [n, e, mpint(jwk.d), mpint(jwk.qi), mpint(jwk.p), mpint(jwk.q)]);
  }
  if (jwk.kty === "OKP" && jwk.crv === "Ed25519") {
    const point = Buffer.from(jwk.x ?? "", "base64url");
    const seed = Buffer.from(jwk.d ?? "", "base64url");
    const own = lengthPrefixed(point);
    return build("ssh-ed25519", [own], [own, lengthPrefixed(Buffer.concat([seed, point]))]);
  }
  const curve = jwk.kty === "EC" ? curves[jwk.crv ?? ""] : undefined;
  if (curve === undefined) return null;
  const point = Buffer.concat([
    Buffer.from([4]),
    Buffer.from(jwk.x ?? "", "base64url"),
    Buffer.from(jwk.y ?? "", "base64url"),
  ]);
  const fields = [string(curve), lengthPrefixed(point)];
  return build(`ecdsa-sha2-${curve}`, fields, [...fields, mpint(jwk.d)]);
}

/** The `openssh-key-v1` container, without encryption. */
function writeOpenSsh({ type, publicBlob, privateFields }: KeyParts): string {
  const check = randomBytes(4);
  const open = Buffer.concat([check, check, string(type), privateFields, string("")]);
  const padding = Buffer.from(
    Array.from({ length: (8 - (open.length % 8)) % 8 }, (_unused, index) => index + 1),
  );
  const one = Buffer.from([0, 0, 0, 1]);
  const body = Buffer.concat([
    Buffer.from("openssh-key-v1\0"),
    string("none"),
    string("none"),
    string(""),
    one,
    lengthPrefixed(publicBlob),
    lengthPrefixed(Buffer.concat([open, padding])),
  ]);
  const lines = body.toString("base64").match(/.{1,70}/g) ?? [];
  return ["-----BEGIN OPENSSH PRIVATE KEY-----", ...lines, "-----END OPENSSH PRIVATE KEY-----", ""].join(
    "\n",
  );
}
