import "../tables.ts";
import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import type { Language } from "../../../engine/i18n/index.ts";
import { queueJob } from "../../../engine/jobs/index.ts";
import type { Services } from "../../../engine/services.ts";
import { usersTable } from "../../users/index.ts";
import { recoveryCodeJob } from "./code-job.ts";
import { isOf, plain, type RecoveryTarget } from "./recovery-target.ts";

/** Seconds for which the way to a code is open. */
const lifetimeSeconds = 300;

/** Most codes, and most guesses at one of them, of a request. */
const mostSends = 5;
const mostGuesses = 5;

/** Most codes an hour for one user name with one address, over all requests. Times the guesses: 30 in a million. */
const mostSendsAnHour = 6;

/** Seconds somebody waits who asked for too many. */
const longWait = 3_600;

/** What recovery works with. */
type Recovery = Pick<Services, "db" | "secrets" | "settings">;

const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();

/** Six digits are few: without the installation's key a stolen row does not tell them. */
const codeHash = ({ secrets }: Recovery, token: string, code: string): Buffer =>
  createHmac("sha256", secrets.deriveKey("recovery codes")).update(`${token}:${code}`).digest();

/**
 * Begins a recovery; answers its token, 36 characters, good for five minutes. Nothing is looked up.
 * Contract: docs/contract/identity.md, "Forgotten password".
 */
export async function beginRecovery({ db }: Recovery, username: string): Promise<string> {
  const token = randomBytes(27).toString("base64url");
  await sql`
    insert into recovery_requests (token_hash, username, date_expired)
    values (${hashOf(token)}, ${plain(username, 128)}, now() + make_interval(secs => ${lifetimeSeconds}))
  `.execute(db);
  return token;
}

/** A recovery under way. */
export interface OpenRecovery {
  readonly username: string;
  /** The address or the number a code was asked for; null before that. */
  readonly email: string | null;
  readonly phone: string | null;
}

/** The recovery behind a token; null when there is none, or none any more. */
export async function findRecovery({ db }: Recovery, token: string): Promise<OpenRecovery | null> {
  const row = await db
    .selectFrom("recovery_requests")
    .select(["username", "email", "phone"])
    .where("token_hash", "=", hashOf(token))
    .where("date_expired", ">", new Date())
    .executeTakeFirst();
  return row ?? null;
}

/** How asking for a code ended. `wait` is in seconds. */
export type SendOutcome =
  | { readonly isSent: true }
  | { readonly isSent: false; readonly wait: number }
  | null;

/**
 * Asks for a code to be sent to an address or a number, if it is the user's: which of the two nobody learns here, because
 * the worker finds out. Null when the recovery is over.
 */
export async function sendRecoveryCode(
  services: Recovery,
  token: string,
  target: RecoveryTarget,
  { language, remoteAddress }: { readonly language: Language; readonly remoteAddress: string },
): Promise<SendOutcome> {
  const seconds = await services.settings.get<number>("VERIFY_CODE_TTL");
  return services.db.transaction().execute(async (db) => {
    const row = await db
      .selectFrom("recovery_requests")
      .select(["username", "sends", "date_code_expired"])
      .where("token_hash", "=", hashOf(token))
      .where("date_expired", ">", new Date())
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) return null;
    if (row.sends >= mostSends) return { isSent: false, wait: longWait };
    const wait = Math.ceil(((row.date_code_expired?.getTime() ?? 0) - Date.now()) / 1_000);
    if (wait > 0) return { isSent: false, wait };
    const isOften = (await sendsLately(db, row.username, target)) >= mostSendsAnHour;
    if (isOften) return { isSent: false, wait: longWait };
    const code = String(randomInt(1_000_000)).padStart(6, "0");
    const expires = new Date(Date.now() + seconds * 1_000);
    await db
      .updateTable("recovery_requests")
      .set({
        email: null,
        phone: null,
        [target.column]: target.value,
        code_hash: codeHash(services, token, code),
        sends: row.sends + 1,
        guesses: 0,
        date_sent: new Date(),
        date_code_expired: expires,
        // As long as its code, and a while to ask for the next one.
        date_expired: sql<Date>`greatest(date_expired, ${expires}::timestamptz + interval '1 minute')`,
      })
      .where("token_hash", "=", hashOf(token))
      .execute();
    const { username } = row;
    const payload = { username, ...target, code, language, remoteAddress, expires: expires.getTime() };
    await queueJob({ ...services, db }, recoveryCodeJob, payload);
    return { isSent: true };
  });
}

/** Codes asked for lately by this name and target; those who ask at the same time wait for each other. */
async function sendsLately(
  db: Kysely<Database>,
  username: string,
  { column, value }: RecoveryTarget,
): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${username}\n${value}`}, 0))`.execute(db);
  const { rows } = await sql<{ sends: number }>`
    select coalesce(sum(sends), 0)::int as sends from recovery_requests
    where username = ${username} and ${sql.ref(column)} = ${value} and date_created > now() - interval '1 hour'
  `.execute(db);
  return rows[0]?.sends ?? 0;
}

/** How a code was found. */
export type GuessOutcome = { readonly userId: string } | "wrong" | "expired";

/**
 * Checks a code. Each is taken once; a guess counts before it is looked at, so that guesses at the same time do not
 * slip past the limit. The target has to be the one the code was asked for.
 */
export async function checkRecoveryCode(
  services: Recovery,
  token: string,
  target: RecoveryTarget,
  code: string,
): Promise<GuessOutcome> {
  const { db } = services;
  const { rows } = await sql<{
    username: string;
    email: string | null;
    phone: string | null;
    code_hash: Buffer;
  }>`
    update recovery_requests set guesses = guesses + 1
    where token_hash = ${hashOf(token)} and date_expired > now() and date_code_expired > now()
      and code_hash is not null and guesses < ${mostGuesses}
    returning username, email, phone, code_hash
  `.execute(db);
  const row = rows[0];
  if (row === undefined) return "expired";
  const isRight = timingSafeEqual(codeHash(services, token, code.trim()), row.code_hash);
  if (!isRight || target.value !== row[target.column]) return "wrong";
  const used = await db
    .deleteFrom("recovery_requests")
    .where("token_hash", "=", hashOf(token))
    .where("code_hash", "=", row.code_hash)
    .executeTakeFirst();
  const userId = used.numDeletedRows > 0n ? await findOwner(db, row.username, target) : null;
  return userId === null ? "expired" : { userId };
}

async function findOwner(
  db: Kysely<Database>,
  username: string,
  target: RecoveryTarget,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from ${usersTable} where username = ${username} and ${isOf(target)}
  `.execute(db);
  return rows[0]?.id ?? null;
}

/** Removes recoveries that are over and count for no limit any more. */
export async function pruneRecoveries({ db }: Pick<Services, "db">): Promise<void> {
  await sql`
    delete from recovery_requests where date_created < now() - interval '1 hour' and date_expired < now()
  `.execute(db);
}
