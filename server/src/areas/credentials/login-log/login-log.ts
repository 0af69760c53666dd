import type { QueryCreator, UpdateQueryBuilder, UpdateResult } from "kysely";
import { timedRetention } from "../../../engine/audit/index.ts";
import type { Database } from "../../../engine/database/index.ts";
import { firstCharacters } from "../../../engine/json.ts";
import { withoutDisturbing } from "../../../engine/names.ts";
import type { Services } from "../../../engine/services.ts";
import { locateAddress, noLocation } from "./geoip.ts";

/** How a sign-in came: web page, terminal, or another client of the API. */
export type LoginType = "W" | "T" | "U";

/** One attempt as it is recorded. Never holds the password. */
export interface LoginRecord {
  readonly username: string;
  readonly type: LoginType;
  readonly remoteAddress: string;
  readonly userAgent: string;
  readonly succeeded: boolean;
  /** Code of the refusal, at times with more behind a colon; empty on success. */
  readonly reason: string;
  /** Whether the user has a second factor: 0 no, 1 yes, 2 not known. */
  readonly mfa: 0 | 1 | 2;
  /** What was checked. Default `Password`. */
  readonly backend?: string;
}

// Anybody writes here, before it is known who they are.
const clean = (value: string, limit: number): string => firstCharacters(withoutDisturbing(value), limit);

/** What sign-ins are written down with: the log, and where cities are looked up. */
export type LoginLogServices = Pick<Services, "config" | "db">;

/** An attempt that was made elsewhere or before. */
export interface PastLogin extends LoginRecord {
  readonly date: Date;
}

/** What a sign-in changes of its user. */
type UserUpdate = UpdateQueryBuilder<Database, "users", "users", UpdateResult>;

/**
 * Writes an attempt to the login log. Contract: docs/contract/identity.md, "Login log".
 * @param beside what it changes of the user, in the same statement: each of its own waits for the disk
 */
export async function recordLogin(
  { db, config }: LoginLogServices,
  record: LoginRecord,
  beside?: (db: QueryCreator<Database>) => UserUpdate,
): Promise<void> {
  const row = await rowOf(config, record);
  const writer = beside === undefined ? db : db.with("beside", beside);
  await writer.insertInto("login_logs").values(row).execute();
}

/** Writes attempts of the past to the login log. */
export async function recordPastLogins(
  { db, config }: LoginLogServices,
  records: readonly PastLogin[],
): Promise<void> {
  if (records.length === 0) return;
  const rows = await Promise.all(
    records.map(async (record) => ({ ...(await rowOf(config, record)), datetime: record.date })),
  );
  await db.insertInto("login_logs").values(rows).execute();
}

async function rowOf(config: LoginLogServices["config"], record: LoginRecord) {
  return {
    username: clean(record.username, 128),
    type: record.type,
    ip: clean(record.remoteAddress, 64),
    city: clean(await locateAddress(config, record.remoteAddress), 254),
    user_agent: clean(record.userAgent, 254),
    mfa: record.mfa,
    reason: clean(record.reason, 128),
    backend: record.backend ?? "Password",
    status: record.succeeded,
  };
}

/** The city of the last success of a user whose location was known; null when there is none. */
export async function lastKnownCity({ db }: Pick<Services, "db">, username: string): Promise<string | null> {
  const last = await db
    .selectFrom("login_logs")
    .select("city")
    .where("username", "=", username)
    .where("status", "=", true)
    .where("city", "not in", ["", ...Object.values(noLocation)])
    .orderBy("datetime", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.city ?? null;
}

/** Sign-ins: forgets some that are older than so many days, and foresees what that will be. */
export const loginRetention = timedRetention({ table: "login_logs", column: "datetime" });
