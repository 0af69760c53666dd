import { createHash, createPublicKey, type KeyObject, verify } from "node:crypto";
import { fixedNumber, WireReader } from "./wire-reader.ts";

/** A public key whose other half is in a security key (FIDO/U2F), as OpenSSH's PROTOCOL.u2f has them. */
export interface SecurityKey {
  /** `sk-ssh-ed25519@openssh.com` or `sk-ecdsa-sha2-nistp256@openssh.com`. */
  readonly type: SecurityKeyType;
  /**
   * Whether a signature is this key's, made for this message while its owner touched the device.
   *
   * @param signature what follows the type in an SSH signature: the device's own signature, its flags and its counter
   */
  readonly proves: (message: Buffer, signature: Buffer) => boolean;
}

type SecurityKeyType = keyof typeof kinds;

interface Kind {
  /** The key in an SSH blob behind its type; null when it is none. */
  readKey(blob: WireReader): KeyObject | null;
  /** The device's signature; null when it is none. */
  readSignature(signature: WireReader): Buffer | null;
  readonly digest: string | null;
}

const kinds = {
  "sk-ssh-ed25519@openssh.com": {
    digest: null,
    readKey: (blob) => {
      const x = blob.string();
      return x?.length === 32 ? imported({ kty: "OKP", crv: "Ed25519", x: x.toString("base64url") }) : null;
    },
    // ssh2 has taken its length off.
    readSignature: (signature) => signature.bytes(64),
  },
  "sk-ecdsa-sha2-nistp256@openssh.com": {
    digest: "sha256",
    readKey: (blob) => {
      const [curve, point] = [blob.string(), blob.string()];
      if (curve?.toString("latin1") !== "nistp256" || point?.length !== 65 || point[0] !== 4) return null;
      const [x, y] = [point.toString("base64url", 1, 33), point.toString("base64url", 33)];
      return imported({ kty: "EC", crv: "P-256", x, y });
    },
    readSignature: (signature) => {
      const [r, s] = [fixedNumber(signature.string(), 32), fixedNumber(signature.string(), 32)];
      return r === null || s === null ? null : Buffer.concat([r, s]);
    },
  },
} satisfies Record<string, Kind>;

/** What the owner has shown when the device signed: bit 0 says that it was touched. */
const userPresent = 0x01;

/** Reads the SSH blob of a key in a security key; null for any other kind of key, and for a broken one. */
export function parseSecurityKey(blob: Buffer): SecurityKey | null {
  const reader = new WireReader(blob);
  const type = reader.string()?.toString("latin1") ?? "";
  if (!isSecurityKeyType(type)) return null;
  const kind: Kind = kinds[type];
  const key = kind.readKey(reader);
  const application = reader.string();
  if (key === null || application === null || !reader.isAtEnd) return null;
  return {
    type,
    proves: (message, signature) => {
      const parts = new WireReader(signature);
      const own = kind.readSignature(parts);
      const state = parts.bytes(5);
      if (own === null || state === null || !parts.isAtEnd) return false;
      if (((state[0] ?? 0) & userPresent) === 0) return false;
      const signed = Buffer.concat([sha256(application), state, sha256(message)]);
      return verify(kind.digest, signed, { key, dsaEncoding: "ieee-p1363" }, own);
    },
  };
}

const isSecurityKeyType = (type: string): type is SecurityKeyType => Object.hasOwn(kinds, type);

const sha256 = (data: Buffer): Buffer => createHash("sha256").update(data).digest();

function imported(key: Readonly<Record<string, string>>): KeyObject | null {
  try {
    return createPublicKey({ key, format: "jwk" });
  } catch {
    // Not a point of the curve.
    return null;
  }
}
