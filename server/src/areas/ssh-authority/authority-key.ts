import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { hostname } from "node:os";
import { type RawBuilder, sql } from "kysely";
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

/** The public half of a key of the authority. */
export interface AuthorityPublicKey {
  /** `SHA256:…`, as ssh-keygen shows it. */
  readonly fingerprint: string;
  /** The public key as SSH writes it, base64. */
  readonly blob: string;
  /** As files of OpenSSH have it: `ssh-ed25519 AAAA… sallyport-ca@host`. */
  readonly line: string;
  readonly dateCreated: Date;
}

/** A key of the authority. */
export interface AuthorityKey extends AuthorityPublicKey {
  readonly privateKey: KeyObject;
}

/** Ends the line of a key on targets. */
export const authorityComment = (): string => `sallyport-ca@${hostname()}`;

/** The key that signs now, made when there is none yet; of several nodes that make one at once one wins. */
export async function authorityKey(
  keeper: AuthorityKeeper,
  purpose: AuthorityPurpose = "accounts",
): Promise<AuthorityKey> {
  const found = await readKey(keeper, currentOf(purpose));
  if (found !== null) return found;
  await makeKey(keeper, purpose);
  const kept = await readKey(keeper, currentOf(purpose));
  if (kept === null) throw new Error("the key of the SSH authority that was just made is gone");
  return kept;
}

/** The key an account signs in by: the one that signs now, or the one before where it has not been proved with that yet. */
export async function keyOfAccount(keeper: AuthorityKeeper, accountId: string): Promise<AuthorityKey> {
  const former = await readKey(
    keeper,
    sql`purpose = 'accounts' and date_retired is null and exists (
      select from ssh_authority_accounts a
      where a.account_id = ${accountId}::uuid and a.fingerprint = k.fingerprint and a.state = 'waiting'
    )`,
  );
  return former ?? (await authorityKey(keeper));
}

/** Makes a key and keeps it; nothing where another one signs already. */
export async function makeKey({ db, secrets }: AuthorityKeeper, purpose: AuthorityPurpose): Promise<void> {
  const { privateKey } = generateKeyPairSync("ed25519");
  const blob = publicKeyBlob(privateKey);
  const fingerprint = `SHA256:${createHash("sha256").update(blob).digest("base64").replace(/=+$/, "")}`;
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const { numAffectedRows } = await sql`
    insert into ssh_authority_keys (fingerprint, public_key, private_sealed, purpose)
    values (${fingerprint}, ${blob.toString("base64")}, ${secrets.seal(pem, keyContext(fingerprint))}, ${purpose})
    on conflict do nothing
  `.execute(db);
  if (numAffectedRows === 1n) log.info({ fingerprint, purpose }, "the SSH authority has a key");
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

const currentOf = (purpose: AuthorityPurpose): RawBuilder<boolean> =>
  sql<boolean>`purpose = ${purpose} and date_replaced is null and date_retired is null`;

async function readKey(
  { db, secrets }: AuthorityKeeper,
  condition: RawBuilder<unknown>,
): Promise<AuthorityKey | null> {
  const { rows } = await sql<{
    readonly fingerprint: string;
    readonly public_key: string;
    readonly private_sealed: string;
    readonly date_created: Date;
  }>`
    select fingerprint, public_key, private_sealed, date_created from ssh_authority_keys k
    where ${condition} and private_sealed is not null
  `.execute(db);
  const [row] = rows;
  if (row === undefined) return null;
  return {
    ...publicOf(row),
    privateKey: createPrivateKey(secrets.open(row.private_sealed, keyContext(row.fingerprint))),
  };
}

/** A row of a key, without what is secret of it. */
export const publicOf = ({
  fingerprint,
  public_key: blob,
  date_created: dateCreated,
}: {
  readonly fingerprint: string;
  readonly public_key: string;
  readonly date_created: Date;
}): AuthorityPublicKey => ({
  fingerprint,
  blob,
  line: `ssh-ed25519 ${blob} ${authorityComment()}`,
  dateCreated,
});
