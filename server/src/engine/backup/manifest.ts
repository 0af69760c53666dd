import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from "node:crypto";

/** Raised with a change that an older build cannot read. */
export const backupFormat = 1;

/** Names of entries in the archive. */
export const entryNames = {
  manifest: "manifest.json",
  keys: "keys.json",
  table: (name: string): string => `database/${name}.copy`,
  file: (path: string): string => `files/${path}`,
} as const;

/** A table of a backup. */
export interface BackedUpTable {
  readonly name: string;
  /** Columns in the order of the data; generated ones are made again. */
  readonly columns: readonly string[];
}

/** What a backup says of itself. docs/backup.md. */
export interface BackupManifest {
  readonly format: number;
  /** Version of the product that made it. */
  readonly version: string;
  /** ISO 8601. */
  readonly made: string;
  /** Migrations the data is in the form of, in order. */
  readonly migrations: readonly string[];
  /** Names of the keys its secrets are sealed with. */
  readonly keys: readonly string[];
  readonly tables: readonly BackedUpTable[];
  /** Next values of sequences: name, last value, whether that was given out. */
  readonly sequences: readonly (readonly [name: string, last: string, given: boolean])[];
}

/** What is wrong with an archive; the message is for the operator. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

/** @throws BackupError when it is not a manifest this build can read */
export function parseManifest(text: string): BackupManifest {
  let value: Partial<BackupManifest>;
  try {
    value = JSON.parse(text) as Partial<BackupManifest>;
  } catch {
    throw new BackupError("This file is not a Sallyport backup.");
  }
  if (typeof value.format !== "number" || !Array.isArray(value.tables)) {
    throw new BackupError("This file is not a Sallyport backup.");
  }
  if (value.format > backupFormat) {
    throw new BackupError(
      `The backup was made by a newer version (${value.version}). Restore it with that one.`,
    );
  }
  return value as BackupManifest;
}

/** Cost of deriving a key from a passphrase: a tenth of a second and 128 MB. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };

const keysContext = Buffer.from("sallyport backup keys");

/** The installation's key files, by name, as text that opens with the passphrase alone. */
export function lockKeys(files: Readonly<Record<string, string>>, passphrase: string): string {
  const [salt, nonce] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv("aes-256-gcm", scryptSync(passphrase, salt, 32, cost), nonce);
  cipher.setAAD(keysContext);
  const body = Buffer.concat([cipher.update(JSON.stringify(files)), cipher.final(), cipher.getAuthTag()]);
  const parts = { salt, nonce, body };
  return JSON.stringify(
    Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part.toString("base64")])),
  );
}

/** @throws BackupError when the passphrase is not the one */
export function unlockKeys(text: string, passphrase: string): Record<string, string> {
  try {
    const parts = JSON.parse(text) as Record<"salt" | "nonce" | "body", string>;
    const [salt, nonce, body] = [parts.salt, parts.nonce, parts.body].map((part) =>
      Buffer.from(part, "base64"),
    ) as [Buffer, Buffer, Buffer];
    const decipher = createDecipheriv("aes-256-gcm", scryptSync(passphrase, salt, 32, cost), nonce);
    decipher.setAAD(keysContext);
    decipher.setAuthTag(body.subarray(body.length - 16));
    const plain = Buffer.concat([decipher.update(body.subarray(0, body.length - 16)), decipher.final()]);
    return JSON.parse(plain.toString("utf8")) as Record<string, string>;
  } catch {
    throw new BackupError("Wrong passphrase for the keys in this backup.");
  }
}
