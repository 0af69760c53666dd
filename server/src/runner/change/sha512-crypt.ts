import { createHash, randomInt } from "node:crypto";

const alphabet = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const usualRounds = 5_000;

/** A salt as `sha512Crypt` takes it. */
export const cryptSalt = (): string =>
  Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]).join("");

const digestOf = (...parts: readonly Buffer[]): Buffer => {
  const hash = createHash("sha512");
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** So many bytes of a digest, over and over. */
const repeated = (digest: Buffer, length: number): Buffer => Buffer.alloc(length, digest);

/**
 * The SHA-512 hash of a password as `crypt(3)` keeps it (`$6$`), after "Unix crypt using SHA-256 and SHA-512" by
 * U. Drepper; names of steps are his.
 *
 * @param salt at most 16 characters are used
 * @param rounds unset: 5000, which the hash does not name
 */
export function sha512Crypt(password: string, salt: string, rounds?: number): string {
  const key = Buffer.from(password, "utf8");
  const saltBytes = Buffer.from(salt.slice(0, 16), "utf8");
  let digest = firstDigest(key, saltBytes);
  const p = repeated(digestOf(Buffer.alloc(key.length * key.length, key)), key.length);
  const s = repeated(
    digestOf(repeated(saltBytes, saltBytes.length * (16 + (digest[0] ?? 0)))),
    saltBytes.length,
  );
  for (let round = 0; round < (rounds ?? usualRounds); round += 1) {
    const odd = round % 2 === 1;
    digest = digestOf(
      odd ? p : digest,
      round % 3 === 0 ? Buffer.alloc(0) : s,
      round % 7 === 0 ? Buffer.alloc(0) : p,
      odd ? digest : p,
    );
  }
  const named = rounds === undefined ? "" : `rounds=${rounds}$`;
  return `$6$${named}${saltBytes.toString("utf8")}$${encoded(digest)}`;
}

/** Digest A of steps 1 to 12. */
function firstDigest(key: Buffer, salt: Buffer): Buffer {
  const b = digestOf(key, salt, key);
  const parts = [key, salt, repeated(b, key.length)];
  for (let length = key.length; length > 0; length >>= 1) parts.push(length % 2 === 1 ? b : key);
  return digestOf(...parts);
}

/** The base 64 of `crypt`: three bytes at a time in an order of its own, six bits at a time from the low end. */
function encoded(digest: Buffer): string {
  const at = (index: number) => digest[index] ?? 0;
  let shown = "";
  const show = (value: number, length: number) => {
    for (let rest = value, index = 0; index < length; index += 1, rest >>= 6) shown += alphabet[rest & 63];
  };
  let [first, second, third] = [0, 21, 42];
  for (let group = 0; group < 21; group += 1) {
    show((at(first) << 16) | (at(second) << 8) | at(third), 4);
    [first, second, third] = [second + 1, third + 1, first + 1];
  }
  show(at(63), 2);
  return shown;
}
