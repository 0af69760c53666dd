import "./tables.ts";
import {
  constants,
  createDecipheriv,
  createPrivateKey,
  generateKeyPair,
  type KeyObject,
  privateDecrypt,
  randomBytes,
} from "node:crypto";
import { promisify } from "node:util";
import { type Kysely, sql } from "kysely";
import type { Database } from "../database/database.ts";
import { BadRequest } from "../errors.ts";
import { text } from "../i18n/texts.ts";
import type { SealedColumn } from "./sealed-values.ts";
import type { SecretBox } from "./secret-box.ts";

const fieldKeyContext = "field_keys.private";

/** The private halves of the pairs that fields are encrypted with on their way. */
export const fieldKeyColumn: SealedColumn = {
  table: "field_keys",
  column: "private_sealed",
  key: ["id"],
  context: () => fieldKeyContext,
};

/** Opens what pages encrypt before sending. Contract: docs/contract/conventions.md, "Encrypted inputs". */
export interface FieldCipher {
  /** Value of the `jms_public_key` cookie: base64 of the PEM public key. */
  publicKeyCookie(): Promise<string>;
  /**
   * `{rsa}:{aes}` -> plain text; anything of another shape is plain text already. Throws 400
   * `password_decrypt_failed` for a value of that shape that does not open.
   */
  open(value: string): Promise<string>;
}

interface FieldKey {
  readonly publicPem: string;
  readonly privateKey: KeyObject;
}

/** Bits of the RSA keys. */
const modulusLength = 2048;
/** After this many days a new pair is made; the one before still opens values of pages left open. */
const rotationDays = 30;
/** How long the keys are stored in memory before they are read again, in milliseconds. */
const cacheMilliseconds = 60_000;

/** The cipher of this installation; its key pairs are shared by all nodes through the database. */
export function createFieldCipher(db: Kysely<Database>, secrets: SecretBox): FieldCipher {
  let cached: { readonly keys: Promise<readonly FieldKey[]>; readonly until: number } | null = null;

  const keys = (): Promise<readonly FieldKey[]> => {
    if (cached === null || cached.until < Date.now()) {
      const loading = loadKeys(db, secrets);
      cached = { keys: loading, until: Date.now() + cacheMilliseconds };
      loading.catch(() => {
        cached = null;
      });
    }
    return cached.keys;
  };

  return {
    async publicKeyCookie() {
      const [current] = await keys();
      return Buffer.from(current?.publicPem ?? "").toString("base64");
    },
    async open(value) {
      const parts = cipherParts(value);
      if (parts === null) return value;
      for (const { privateKey } of await keys()) {
        // A broken padding goes the same way with a key of chance, so that neither answer nor time tells of it.
        const key = unwrap(privateKey, parts.rsa);
        const plain = decrypt(key ?? randomBytes(16), parts.aes);
        if (key !== null && plain !== null) return plain;
      }
      throw new BadRequest("password_decrypt_failed", text.passwordDecryptFailed);
    },
  };
}

const strictUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** The two halves of a value that has exactly the shape the console makes; null for plain text. */
function cipherParts(value: string): { rsa: Buffer; aes: Buffer } | null {
  const parts = value.split(":");
  const [first, second] = parts;
  if (parts.length !== 2 || first === undefined || second === undefined) return null;
  if (!base64.test(first) || !base64.test(second)) return null;
  const rsa = Buffer.from(first, "base64");
  const aes = Buffer.from(second, "base64");
  const isShape = rsa.length === modulusLength / 8 && aes.length > 0 && aes.length % 16 === 0;
  return isShape ? { rsa, aes } : null;
}

/**
 * PKCS#1 v1.5 unpadding of our own, because current runtimes refuse it for private decryption. The whole block is
 * looked at whatever it holds, so timing does not reveal where the padding broke (Bleichenbacher).
 */
function unwrap(privateKey: KeyObject, sealed: Buffer): Buffer | null {
  let block: Buffer;
  try {
    block = privateDecrypt({ key: privateKey, padding: constants.RSA_NO_PADDING }, sealed);
  } catch {
    return null;
  }
  let good = Number(block[0] === 0) & Number(block[1] === 2);
  let separator = 0;
  for (let index = 2; index < block.length; index++) {
    const isZero = Number(block[index] === 0);
    const isFirst = isZero & Number(separator === 0);
    separator += isFirst * index;
  }
  good &= Number(separator >= 10);
  const length = block.length - separator - 1;
  good &= Number(length > 0) & Number(length <= 32);
  return good === 1 ? block.subarray(separator + 1) : null;
}

/** The text a page encrypted; null for what no page makes: a foreign key leaves noise, which is no UTF-8. */
function decrypt(key: Buffer, body: Buffer): string | null {
  const padded = Buffer.alloc(key.length <= 16 ? 16 : 32);
  key.copy(padded);
  const decipher = createDecipheriv(padded.length === 16 ? "aes-128-ecb" : "aes-256-ecb", padded, null);
  decipher.setAutoPadding(false);
  const bytes = Buffer.concat([decipher.update(body), decipher.final()]);
  try {
    const plain = strictUtf8.decode(bytes).replace(/\0+$/, "");
    return plain.includes("\0") ? null : plain;
  } catch {
    return null;
  }
}

async function loadKeys(db: Kysely<Database>, secrets: SecretBox): Promise<readonly FieldKey[]> {
  const found = await readKeys(db, secrets);
  const [newest] = found;
  if (newest !== undefined && Date.now() - newest.date < rotationDays * 86_400_000) return found;
  const pair = await promisify(generateKeyPair)("rsa", {
    modulusLength,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  await db.transaction().execute(async (transaction) => {
    // One node makes the pair; the others find it when they get the lock.
    await sql`lock table field_keys in exclusive mode`.execute(transaction);
    const [latest] = await readKeys(transaction, secrets);
    if (latest !== undefined && latest.date > (newest?.date ?? 0)) return;
    await transaction
      .insertInto("field_keys")
      .values({
        public_pem: pair.publicKey,
        private_sealed: secrets.seal(pair.privateKey, fieldKeyContext),
      })
      .execute();
  });
  return readKeys(db, secrets);
}

async function readKeys(
  db: Kysely<Database>,
  secrets: SecretBox,
): Promise<(FieldKey & { readonly date: number })[]> {
  const rows = await db
    .selectFrom("field_keys")
    .select(["public_pem", "private_sealed", "date_created"])
    .orderBy("date_created", "desc")
    .limit(2)
    .execute();
  return rows.map((row) => ({
    publicPem: row.public_pem,
    privateKey: createPrivateKey(secrets.open(row.private_sealed, fieldKeyContext)),
    date: row.date_created.getTime(),
  }));
}
