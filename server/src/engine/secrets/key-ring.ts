import { createHash, hkdfSync } from "node:crypto";
import { readFileSync, statSync } from "node:fs";

/** One of the keys an installation's values are sealed with. */
export interface InstallationKey {
  /** Eight characters that follow from the key and reveal nothing of it; prefixes what it sealed. */
  readonly id: string;
  /** 32 random bytes or more. */
  readonly bytes: Buffer;
}

/** The keys of an installation: one seals, and during a rotation others still open. */
export interface KeyRing {
  /** The key new values are sealed with. */
  current(): InstallationKey;
  /** The key of an id, or undefined when this installation does not have it. */
  find(id: string): InstallationKey | undefined;
  /** Every key, the current one first. */
  all(): readonly InstallationKey[];
}

/** How long a process may continue with the keys it read, in milliseconds; a rotation waits for longer than this. */
export const keyFileAge = 1_000;

/** A key with its id. */
export function installationKey(bytes: Buffer): InstallationKey {
  const named = Buffer.from(hkdfSync("sha256", bytes, "sallyport", "name of the key", 32));
  return { id: createHash("sha256").update(named).digest("base64url").slice(0, 8), bytes };
}

/** Keys that stay as they are while the process lives, the current one first. */
export function fixedKeyRing(...keys: readonly [Buffer, ...Buffer[]]): KeyRing {
  const ring = keys.map(installationKey);
  return ringOf(() => ring);
}

/**
 * The keys of a key file (docs/configuration.md, "Keys"), read again when the file changes: a rotation reaches
 * every process without a restart.
 * @param known the keys it held when the process started; used while the file cannot be read
 */
export function fileKeyRing(path: string, known: readonly Buffer[]): KeyRing {
  let ring = known.map(installationKey);
  let stamp = "";
  let looked = Number.NEGATIVE_INFINITY;
  return ringOf((urgent) => {
    const now = performance.now();
    if (!urgent && now - looked < keyFileAge) return ring;
    looked = now;
    try {
      const { mtimeMs, ino, size } = statSync(path);
      const found = `${mtimeMs} ${ino} ${size}`;
      if (found !== stamp) ring = parseKeyFile(readFileSync(path, "utf8")).map(installationKey);
      stamp = found;
    } catch {
      // The file is being replaced, or gone with its disk: the keys in memory are still the right ones.
    }
    return ring;
  });
}

/**
 * The keys of a key file's text: one in base64 a line, the current one first.
 * @throws Error when a line is no key of 32 bytes or more, or there is none
 */
export function parseKeyFile(text: string): Buffer[] {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const keys = lines.map((line) => Buffer.from(line.trim(), "base64"));
  if (keys.length === 0 || keys.some((key) => key.length < 32)) throw new Error("not a key file");
  return keys;
}

/** The text of a key file. */
export const formatKeyFile = (keys: readonly Buffer[]): string =>
  keys.map((key) => `${key.toString("base64")}\n`).join("");

/** The keys of an installation as its configuration names them. */
export function openKeyRing({ secretKeys, secretKeyFile }: KeyOptions): KeyRing {
  const [current, ...former] = secretKeys;
  if (secretKeyFile !== null) return fileKeyRing(secretKeyFile, secretKeys);
  if (current === undefined) throw new Error("an installation has no key");
  return fixedKeyRing(current, ...former);
}

/** What the configuration says of keys. */
interface KeyOptions {
  readonly secretKeys: readonly Buffer[];
  readonly secretKeyFile: string | null;
}

function ringOf(read: (urgent: boolean) => readonly InstallationKey[]): KeyRing {
  const first = (keys: readonly InstallationKey[]): InstallationKey => {
    const [key] = keys;
    if (key === undefined) throw new Error("an installation has no key");
    return key;
  };
  return {
    current: () => first(read(false)),
    // Another process may have begun to seal with a key that this one has not read yet.
    find: (id) => read(false).find((key) => key.id === id) ?? read(true).find((key) => key.id === id),
    all: () => read(false),
  };
}
