import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from "node:crypto";
import { sql } from "kysely";
import { log } from "../../../engine/log.ts";
import type { SealedColumn } from "../../../engine/secrets/index.ts";
import type { Services } from "../../../engine/services.ts";
import "../tables.ts";

/** What a sealed key is bound to. */
const keyContext = (fingerprint: string): string => `evidence_keys.private:${fingerprint}`;

/** What the chain keeps sealed. */
export const signingKeyColumn: SealedColumn = {
  table: "evidence_keys",
  column: "private_sealed",
  key: ["fingerprint"],
  context: (fingerprint = "") => keyContext(fingerprint),
};

/** Where the keys are kept, and what seals them. */
export type SigningKeeper = Pick<Services, "db" | "secrets">;

/** The key that signs checkpoints and bundles. */
export interface SigningKey {
  readonly privateKey: KeyObject;
  /** SPKI, base64. */
  readonly publicKey: string;
  /** SHA-256 of the public key, hexadecimal: what people compare. */
  readonly fingerprint: string;
}

/** SHA-256 of a public key (SPKI, base64), hexadecimal. */
export const fingerprintOf = (publicKey: string): string =>
  createHash("sha256").update(Buffer.from(publicKey, "base64")).digest("hex");

/** The signing key, made when there is none yet; of several nodes that make one at once one wins. */
export async function signingKey(keeper: SigningKeeper): Promise<SigningKey> {
  const found = await readKey(keeper);
  if (found !== null) return found;
  const { fingerprint, publicKey, sealed } = makeKey(keeper.secrets);
  await sql`
    insert into evidence_keys (fingerprint, public_key, private_sealed)
    select ${fingerprint}, ${publicKey}, ${sealed} where not exists (select from evidence_keys)
  `.execute(keeper.db);
  const kept = await readKey(keeper);
  if (kept === null) throw new Error("a signing key that was just made is gone");
  log.info({ fingerprint: kept.fingerprint }, "checkpoints of the evidence are signed");
  return kept;
}

/** A new key, and its private half as it is kept. */
export function makeKey(secrets: SigningKeeper["secrets"]): SigningKey & { readonly sealed: string } {
  const { privateKey, publicKey: made } = generateKeyPairSync("ed25519");
  const publicKey = made.export({ type: "spki", format: "der" }).toString("base64");
  const fingerprint = fingerprintOf(publicKey);
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  return { privateKey, publicKey, fingerprint, sealed: secrets.seal(pem, keyContext(fingerprint)) };
}

/** Of keys that followed each other the private half is kept of the last alone. */
async function readKey({ db, secrets }: SigningKeeper): Promise<SigningKey | null> {
  const row = await db
    .selectFrom("evidence_keys")
    .select(["fingerprint", "public_key", "private_sealed"])
    .where("private_sealed", "is not", null)
    .orderBy("date_created", "desc")
    .orderBy("fingerprint")
    .limit(1)
    .executeTakeFirst();
  if (row === undefined || row.private_sealed === null) return null;
  const { fingerprint, public_key: publicKey } = row;
  const privateKey = createPrivateKey(secrets.open(row.private_sealed, keyContext(fingerprint)));
  return { privateKey, publicKey, fingerprint };
}

/** A public key (SPKI, base64) to verify with. */
export const publicKeyOf = (publicKey: string): KeyObject =>
  createPublicKey({ key: Buffer.from(publicKey, "base64"), format: "der", type: "spki" });
