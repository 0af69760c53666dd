import { sql } from "kysely";
import { pointerPrefix, readPointer } from "../../../engine/secrets/index.ts";
import {
  accountSecretContext,
  historyContext,
  openAccountSecret,
  openFormerSecret,
  type SealedVersion,
} from "../secrets.ts";
import { type Move, queueRemoval, writeAndVerify } from "./movable.ts";
import { type AccountInVault, accountInVault, accountPath, noteOf } from "./paths.ts";

interface Account extends AccountInVault {
  readonly version: number;
  readonly secret_sealed: string | null;
}

const isInVault = (kept: string | null): boolean => kept?.startsWith(pointerPrefix) === true;

/** The account, held until the transaction ends, and what it had and has, oldest first. */
async function hold(
  { db }: Move,
  id: string,
): Promise<{ readonly account: Account; readonly versions: readonly SealedVersion[] } | null> {
  const { rows: accounts } = await sql<Account>`
    select ${accountInVault}, version, secret_sealed from accounts where id = ${id}::uuid for update
  `.execute(db);
  const [account] = accounts;
  if (account === undefined) return null;
  const { rows: versions } = await sql<SealedVersion>`
    select account_id, version, secret_sealed from account_histories
    where account_id = ${id}::uuid and secret_sealed is not null order by version
  `.execute(db);
  return { account, versions };
}

async function saveVersion(
  { db }: Move,
  { account_id, version }: SealedVersion,
  kept: string,
): Promise<void> {
  await sql`
    update account_histories set secret_sealed = ${kept}
    where account_id = ${account_id}::uuid and version = ${version}
  `.execute(db);
}

async function saveAccount({ db }: Move, { id }: Account, kept: string): Promise<void> {
  await sql`update accounts set secret_sealed = ${kept} where id = ${id}::uuid`.execute(db);
}

/**
 * Moves the secrets of an account into the vault, within the transaction of `move`. Former ones are written in their
 * order and the present one last, so that it is what the vault shows. The account is held meanwhile: whoever changes
 * its secret waits, and finds it moved.
 */
export async function moveAccountIn(move: Move, id: string): Promise<void> {
  const held = await hold(move, id);
  if (held === null) return;
  const { account, versions } = held;
  const { client, services } = move;
  const waiting = versions.filter(({ secret_sealed: kept }) => !isInVault(kept));
  if (waiting.length === 0 && (account.secret_sealed === null || isInVault(account.secret_sealed))) return;
  const [path, note] = [accountPath(account), noteOf(account)];
  const present = await openAccountSecret(services, account);
  let shared: SealedVersion | undefined;
  for (const version of waiting) {
    const secret = await openFormerSecret(services, version);
    if (secret === null) continue;
    if (version.version === account.version && secret === present) shared = version;
    else await saveVersion(move, version, await writeAndVerify(client, path, secret, note));
  }
  if (present === null) return;
  const pointer = await writeAndVerify(client, path, present, note);
  await saveAccount(move, account, pointer);
  if (shared !== undefined) await saveVersion(move, shared, pointer);
}

/** Brings the secrets of an account back into the database, within the transaction of `move`. */
export async function moveAccountOut(move: Move, id: string): Promise<void> {
  const held = await hold(move, id);
  if (held === null) return;
  const { account, versions } = held;
  const { secrets } = move.services;
  const paths = new Set<string>();
  for (const version of versions) {
    if (!isInVault(version.secret_sealed)) continue;
    paths.add(readPointer(version.secret_sealed ?? "")?.path ?? "");
    const secret = (await openFormerSecret(move.services, version)) ?? "";
    await saveVersion(move, version, secrets.seal(secret, historyContext(id, version.version)));
  }
  if (isInVault(account.secret_sealed)) {
    paths.add(readPointer(account.secret_sealed ?? "")?.path ?? "");
    const secret = (await openAccountSecret(move.services, account)) ?? "";
    await saveAccount(move, account, secrets.seal(secret, accountSecretContext(id)));
  }
  for (const path of paths) await queueRemoval(move.db, path);
}
