import { createHash } from "node:crypto";
import { FieldError } from "../../engine/errors.ts";
import { text as shared, withParameters } from "../../engine/i18n/index.ts";
import { text } from "./texts.ts";

/** An OpenSSH public key line, taken apart. */
export interface PublicKey {
  readonly algorithm: string;
  readonly blob: Buffer;
  readonly comment: string;
}

const algorithms =
  /^(ssh-ed25519|ssh-rsa|ecdsa-sha2-nistp(256|384|521)|sk-ssh-ed25519@openssh\.com|sk-ecdsa-sha2-nistp256@openssh\.com)$/;

/** Reads `algorithm base64 [comment]`; null when it is not a public key. */
export function parsePublicKey(line: string): PublicKey | null {
  const [algorithm = "", encoded = "", ...rest] = line.trim().split(/[ \t]+/);
  if (!algorithms.test(algorithm) || !/^[A-Za-z0-9+/]{40,}={0,2}$/.test(encoded)) return null;
  const blob = Buffer.from(encoded, "base64");
  const length = blob.length < 4 ? 0 : blob.readUInt32BE(0);
  if (length !== algorithm.length || blob.toString("latin1", 4, 4 + length) !== algorithm) return null;
  return { algorithm, blob, comment: rest.join(" ") };
}

/** Longest line people may set for themselves, in characters. */
const longestLine = 2048;

/** The key as it is stored; throws `FieldError` when it is none. */
export function checkPublicKey(input: string): string {
  if (/PRIVATE KEY/.test(input)) throw new FieldError([text.privateKeyGiven]);
  const line = input.trim();
  if (line.length > longestLine)
    throw new FieldError([withParameters(shared.tooLong, { limit: longestLine })]);
  if (/[\r\n\0]/.test(line) || parsePublicKey(line) === null) throw new FieldError([text.invalidPublicKey]);
  return line;
}

/** Fingerprint as `ssh-keygen -E md5` prints it, without the prefix; empty without a key. */
export function publicKeyFingerprint(line: string): string {
  const key = parsePublicKey(line);
  if (key === null) return "";
  return createHash("md5")
    .update(key.blob)
    .digest("hex")
    .replace(/(..)(?=.)/g, "$1:");
}
