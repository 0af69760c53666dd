import { isIPv6 } from "node:net";
import { type Kysely, sql } from "kysely";
import type { Database } from "../../engine/database/index.ts";
import { firstCharacters } from "../../engine/json.ts";
import type { SettingsPort } from "../../engine/services.ts";

/** Which counters: of passwords or of second factors. Both follow the same limits. */
export type LockKind = "login" | "mfa";

/** How many failures lock, and for how long. */
export interface LockLimits {
  readonly failures: number;
  readonly minutes: number;
}

/** The limits for user names. */
export async function readLockLimits(settings: SettingsPort): Promise<LockLimits> {
  return {
    failures: await settings.get<number>("SECURITY_LOGIN_LIMIT_COUNT"),
    minutes: await settings.get<number>("SECURITY_LOGIN_LIMIT_TIME"),
  };
}

/** User names are cut to what a user can have, so that nobody fills the table with long ones. */
const key = (username: string): string => firstCharacters(username.replaceAll("\0", ""), 128);

/**
 * The address as it is counted: somebody with an IPv6 address usually has the whole network of 64 bits around it,
 * so that is what counts.
 */
export function counterAddress(remoteAddress: string): string {
  const plain = remoteAddress.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*/s, "");
  if (!isIPv6(plain)) return plain.slice(0, 64);
  // As browsers write it: small letters, no leading zeros, no dots.
  const [head = "", tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(zeros).fill("0"), ...right].slice(0, 4);
  return `${groups.join(":")}::/64`;
}

const lockOf = (db: Kysely<Database>, username: string) =>
  db
    .selectFrom("login_blocks")
    .select("username")
    .where("username", "=", key(username))
    .where("date_expired", ">", sql<Date>`now()`);

/** Whether the user name is locked, for every address. */
export async function isLocked(db: Kysely<Database>, username: string, kind?: LockKind): Promise<boolean> {
  let query = lockOf(db, username);
  if (kind !== undefined) query = query.where("kind", "=", kind);
  return (await query.executeTakeFirst()) !== undefined;
}

/**
 * Counts a failure of a user name from an address and locks the name when the limit is reached. Answers how
 * many tries are left. Names that do not exist are counted alike, so that locking reveals nothing about them.
 */
export async function countFailure(
  db: Kysely<Database>,
  kind: LockKind,
  username: string,
  remoteAddress: string,
  limits: LockLimits,
): Promise<number> {
  const failures = await increment(db, kind, key(username), remoteAddress, limits.minutes);
  if (failures >= limits.failures) await block(db, kind, key(username), limits);
  return Math.max(0, limits.failures - failures);
}

/** A name is locked when as many times the limit failed from all addresses together. */
const limitOverAddresses = 5;

/**
 * Takes one of the tries of a user name from an address before it is looked at, so that tries at the same moment, on
 * whichever nodes, cannot all slip through. Answers how many are left if this one fails; null when the name is
 * locked. Anyone who takes a try ends it by `failAttempt`, `releaseAttempt` or `clearFailures`.
 */
export async function reserveAttempt(
  db: Kysely<Database>,
  kind: LockKind,
  username: string,
  remoteAddress: string,
  limits: LockLimits,
): Promise<number | null> {
  const [name, address] = [key(username), counterAddress(remoteAddress)];
  const { rows } = await sql<{ failures: number; elsewhere: number }>`
    with taken as (
      insert into login_failures as f (kind, username, remote_addr, failures, date_expired)
      select ${kind}, ${name}, ${address}, 1, now() + ${limits.minutes} * interval '1 minute'
      where not exists (
        select 1 from login_blocks where kind = ${kind} and username = ${name} and date_expired > now()
      )
      on conflict (kind, username, remote_addr) do update set
        failures = case when f.date_expired < now() then 1 else f.failures + 1 end,
        date_expired = excluded.date_expired
      returning failures
    )
    select taken.failures, coalesce((
      select sum(o.failures) from login_failures o
      where o.kind = ${kind} and o.username = ${name} and o.remote_addr <> ${address} and o.date_expired > now()
    ), 0)::int as elsewhere
    from taken
  `.execute(db);
  const [taken] = rows;
  if (taken === undefined) return null;
  const { failures, elsewhere } = taken;
  const left = Math.min(
    limits.failures - failures,
    limits.failures * limitOverAddresses - failures - elsewhere,
  );
  if (left >= 0) return left;
  await block(db, kind, name, limits);
  return null;
}

/** Ends a try that failed; the last one locks the user name, for every address. */
export async function failAttempt(
  db: Kysely<Database>,
  kind: LockKind,
  username: string,
  limits: LockLimits,
  left: number,
): Promise<void> {
  if (left === 0) await block(db, kind, key(username), limits);
}

/** Ends a try that was none: the proof held, but something else is in the way. */
export async function releaseAttempt(
  db: Kysely<Database>,
  kind: LockKind,
  username: string,
  remoteAddress: string,
): Promise<void> {
  await sql`
    update login_failures set failures = failures - 1
    where kind = ${kind} and username = ${key(username)} and remote_addr = ${counterAddress(remoteAddress)}
      and failures > 0
  `.execute(db);
}

async function block(
  db: Kysely<Database>,
  kind: LockKind,
  username: string,
  { minutes }: LockLimits,
): Promise<void> {
  await sql`
    insert into login_blocks (kind, username, date_expired)
    values (${kind}, ${username}, now() + ${minutes} * interval '1 minute')
    on conflict (kind, username) do update set date_expired = excluded.date_expired
  `.execute(db);
}

/** Counts a failure of an address, whatever the user name. */
export async function countAddressFailure(
  db: Kysely<Database>,
  remoteAddress: string,
  minutes: number,
): Promise<void> {
  await increment(db, "login", "", remoteAddress, minutes);
}

const failuresFrom = (db: Kysely<Database>, remoteAddress: string) =>
  db
    .selectFrom("login_failures")
    .select("failures")
    .where("kind", "=", "login")
    .where("username", "=", "")
    .where("remote_addr", "=", counterAddress(remoteAddress))
    .where("date_expired", ">", sql<Date>`now()`);

/** How often sign-ins failed from an address lately. */
export async function addressFailures(db: Kysely<Database>, remoteAddress: string): Promise<number> {
  return (await failuresFrom(db, remoteAddress).executeTakeFirst())?.failures ?? 0;
}

/** How often sign-ins failed from an address lately, and whether a user name is locked for sign-ins, asked at once. */
export async function signInBlocks(
  db: Kysely<Database>,
  { username, remoteAddress }: { readonly username: string; readonly remoteAddress: string },
): Promise<{ readonly failures: number; readonly isLocked: boolean }> {
  const row = await db
    .selectNoFrom([
      failuresFrom(db, remoteAddress).as("failures"),
      lockOf(db, username).where("kind", "=", "login").as("locked"),
    ])
    .executeTakeFirstOrThrow();
  return { failures: row.failures ?? 0, isLocked: row.locked !== null };
}

/** Forgets the failures of one user name from one address, after a success. */
export async function clearFailures(
  db: Kysely<Database>,
  kind: LockKind,
  username: string,
  remoteAddress: string,
): Promise<void> {
  await db
    .deleteFrom("login_failures")
    .where("kind", "=", kind)
    .where("username", "=", key(username))
    .where("remote_addr", "=", counterAddress(remoteAddress))
    .execute();
}

/** Unlocks a user name and forgets every failure of it. */
export async function unlock(db: Kysely<Database>, username: string): Promise<void> {
  await db.deleteFrom("login_blocks").where("username", "=", key(username)).execute();
  await db.deleteFrom("login_failures").where("username", "=", key(username)).execute();
}

/** Removes what has run out. */
export async function pruneLocks(db: Kysely<Database>): Promise<void> {
  await sql`delete from login_blocks where date_expired < now()`.execute(db);
  await sql`delete from login_failures where date_expired < now()`.execute(db);
}

async function increment(
  db: Kysely<Database>,
  kind: LockKind,
  username: string,
  remoteAddress: string,
  minutes: number,
): Promise<number> {
  const { rows } = await sql<{ failures: number }>`
    insert into login_failures as f (kind, username, remote_addr, failures, date_expired)
    values (${kind}, ${username}, ${counterAddress(remoteAddress)}, 1, now() + ${minutes} * interval '1 minute')
    on conflict (kind, username, remote_addr) do update set
      failures = case when f.date_expired < now() then 1 else f.failures + 1 end,
      date_expired = excluded.date_expired
    returning failures
  `.execute(db);
  return rows[0]?.failures ?? 1;
}
