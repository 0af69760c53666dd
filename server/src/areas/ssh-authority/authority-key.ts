import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { hostname } from "node:os";
import { sql } from "kysely";
import { log } from "../../engine/log.ts";
import type { SealedColumn } from "../../engine/secrets/index.ts";
import type { Services } from "../../engine/services.ts";
import { publicKeyBlob } from "../../transport/ssh/index.ts";
import "./tables.ts";

/** What the sealed key is bound to. */
const keyContext = (fingerprint: string): string => `ssh_authority_keys.private:${fingerprint}`;

/** What the authority keeps sealed. */
export const authorityKeyColumn: SealedColumn = {
  table: "ssh_authority_keys",
  column: "private_sealed",
  key: ["fingerprint"],
  context: (fingerprint = "") => keyContext(fingerprint),
};

/** Where the key is kept, and what seals it. */
export type AuthorityKeeper = Pick<Services, "db" | "secrets">;

/**
 * What a key of the authority certifies: accounts of SSH targets, or people at the gateway. A person may have the name
 * of an account, so that no key is for both.
 */
export type AuthorityPurpose = "accounts" | "people";

/** A key of the authority. */
export interface AuthorityKey {
  readonly privateKey: KeyObject;
  /** `SHA256:…`, as ssh-keygen shows it. */
  readonly fingerprint: string;
  /** The public key as SSH writes it, base64. */
  readonly blob: string;
  /** As files of OpenSSH have it: `ssh-ed25519 AAAA… sallyport-ca@host`. */
  readonly line: string;
  readonly dateCreated: Date;
}

/** The key that signs now, made when there is none yet; of several nodes that make one at once one wins. */
export async function authorityKey(
  keeper: AuthorityKeeper,
  purpose: AuthorityPurpose = "accounts",
): Promise<AuthorityKey> {
  const found = await readKey(keeper, purpose);
  if (found !== null) return found;
  const { privateKey } = generateKeyPairSync("ed25519");
  const blob = publicKeyBlob(privateKey);
  const fingerprint = `SHA256:${createHash("sha256").update(blob).digest("base64").replace(/=+$/, "")}`;
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  await sql`
    insert into ssh_authority_keys (fingerprint, public_key, private_sealed, purpose)
    values (${fingerprint}, ${blob.toString("base64")}, ${keeper.secrets.seal(pem, keyContext(fingerprint))}, ${purpose})
    on conflict do nothing
  `.execute(keeper.db);
  const kept = await readKey(keeper, purpose);
  if (kept === null) throw new Error("the key of the SSH authority that was just made is gone");
  log.info({ fingerprint: kept.fingerprint, purpose }, "the SSH authority has a key");
  return kept;
}

/** Whether a key, as SSH writes it, is or was one of the authority for people. */
export async function isPeopleAuthority({ db }: Pick<Services, "db">, blob: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom("ssh_authority_keys")
    .select("fingerprint")
    .where("public_key", "=", blob.toString("base64"))
    .where("purpose", "=", "people")
    .executeTakeFirst();
  return row !== undefined;
}

async function readKey(
  { db, secrets }: AuthorityKeeper,
  purpose: AuthorityPurpose,
): Promise<AuthorityKey | null> {
  const row = await db
    .selectFrom("ssh_authority_keys")
    .select(["fingerprint", "public_key", "private_sealed", "date_created"])
    .where("purpose", "=", purpose)
    .where("date_retired", "is", null)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { fingerprint, public_key: blob, date_created: dateCreated } = row;
  return {
    privateKey: createPrivateKey(secrets.open(row.private_sealed, keyContext(fingerprint))),
    fingerprint,
    blob,
    line: `ssh-ed25519 ${blob} sallyport-ca@${hostname()}`,
    dateCreated,
  };
}
