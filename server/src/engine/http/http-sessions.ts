import "./tables.ts";
import { createHash, hkdfSync, randomBytes } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { AccessVersion } from "../access/access-version.ts";
import { accessVersionTable } from "../access/readable-tables.ts";
import type { Database } from "../database/database.ts";
import { keptPlan } from "../database/kept-plans.ts";
import type { SessionData } from "./session-data.ts";

/** A browser session, as read for one request. */
export interface Session {
  /** Key of the row: SHA-256 of the cookie, so that a copy of the database opens no session. */
  readonly key: Buffer;
  /** Null until a sign-in is complete. */
  readonly userId: string | null;
  readonly csrfToken: string;
  readonly data: SessionData;
  readonly dateCreated: Date;
  readonly dateExpired: Date;
  /** Whether this very request extended its life: at most once a minute one does. */
  readonly isExtended: boolean;
  /** Read in the same query, see `AccessVersion`. */
  readonly version: AccessVersion;
  /** 32 bytes that need the cookie and `salt`: what is sealed under them ends with the session. */
  deriveKey(salt: Buffer): Buffer;
}

/** A session together with the cookie value that opens it; the value exists only when it is made. */
export interface NewSession {
  readonly cookie: string;
  readonly session: Session;
}

/** Where somebody signed in from. */
interface SessionOrigin {
  readonly remoteAddress: string;
  readonly userAgent: string;
}

/** Most of what a browser says it is that is kept. */
const longestUserAgent = 254;

/** Seconds for which a session lives that is nobody's yet. */
const unownedSeconds = 3600;

/** Browser sessions in the database; every method is safe to call from any web node. */
export interface HttpSessionStore {
  /** The live session of a cookie value, its lifetime extended (written at most once a minute). */
  load(cookie: string): Promise<Session | null>;
  /** Whose the live sessions of these keys are, by the key in hexadecimal; null where it is nobody's yet. */
  ownersOf(keys: readonly Buffer[]): Promise<ReadonlyMap<string, string | null>>;
  /** Makes a session; `userId` null for one that only carries the steps of a sign-in. */
  create(userId: string | null, data?: SessionData, origin?: SessionOrigin): Promise<NewSession>;
  /**
   * Makes a session in the place of another, which ends with that; null where that has ended already, so that what it stood for
   * is used once.
   */
  replace(
    former: Pick<Session, "key">,
    userId: string | null,
    data?: SessionData,
    origin?: SessionOrigin,
  ): Promise<NewSession | null>;
  /** Replaces the remembered data. */
  save(session: Session, data: SessionData): Promise<void>;
  destroy(session: Pick<Session, "key">): Promise<void>;
  /** Removes what sessions remember under `name`, from all of them. */
  forget(name: string): Promise<void>;
  /** Ends every session of a user, except `keep`. */
  destroyOf(userId: string, keep?: Session): Promise<void>;
  /** Removes expired rows; called by the worker. */
  prune(): Promise<void>;
}

const deriveFrom =
  (cookie: string) =>
  (salt: Buffer): Buffer =>
    Buffer.from(hkdfSync("sha256", cookie, salt, "session", 32));

const keyOf = (cookie: string): Buffer => createHash("sha256").update(cookie).digest();

/** Ends every session of a user, except `keep`; as part of the caller's transaction. */
export async function endHttpSessionsOf(
  db: Kysely<Database>,
  userId: string,
  keep?: Pick<Session, "key">,
): Promise<void> {
  let query = db.deleteFrom("http_sessions").where("user_id", "=", userId);
  if (keep !== undefined) query = query.where("key", "!=", keep.key);
  await query.execute();
}

/** Ends one session by the id it is shown with, as part of the caller's transaction. */
export async function endHttpSession(db: Kysely<Database>, id: string): Promise<void> {
  await db.deleteFrom("http_sessions").where("id", "=", id).execute();
}

/** The session store over a database. `lifetime`: seconds for which a session lives after it was last used. */
export function createHttpSessionStore(
  db: Kysely<Database>,
  lifetime: () => Promise<number>,
): HttpSessionStore {
  /** Writes a session; in the place of `former`, where that is named and still there. */
  async function insert(
    former: Buffer | null,
    userId: string | null,
    data: SessionData,
    origin: SessionOrigin | undefined,
  ): Promise<NewSession | null> {
    const cookie = randomBytes(32).toString("base64url");
    const csrfToken = randomBytes(32).toString("base64url");
    const seconds = userId === null ? unownedSeconds : await lifetime();
    const place =
      former === null
        ? userId === null
          ? // What only carries the steps of a sign-in may be lost with the machine; its browser begins anew.
            sql`select set_config('synchronous_commit', 'off', true)`
          : sql`select 1`
        : sql`delete from http_sessions where key = ${former} and date_expired > now() returning 1`;
    const { rows } = await sql<{ date_created: Date; date_expired: Date; version: number }>`
      ${keptPlan} with place as (${place}), made as (
        insert into http_sessions (key, user_id, csrf_token, data, remote_addr, user_agent, date_created,
                                   date_touched, date_expired)
        select ${keyOf(cookie)}::bytea, ${userId}::uuid, ${csrfToken}::text, ${JSON.stringify(data)}::jsonb,
               ${origin?.remoteAddress ?? ""}::text, ${(origin?.userAgent ?? "").slice(0, longestUserAgent)}::text,
               now(), now(), now() + ${seconds} * interval '1 second'
        from place
        returning date_created, date_expired
      )
      select made.*, v.version from made, ${accessVersionTable} v
    `.execute(db);
    const [row] = rows;
    if (row === undefined) return null;
    return {
      cookie,
      session: {
        key: keyOf(cookie),
        userId,
        csrfToken,
        data,
        dateCreated: row.date_created,
        dateExpired: row.date_expired,
        isExtended: false,
        version: Number(row.version),
        deriveKey: deriveFrom(cookie),
      },
    };
  }

  return {
    async load(cookie) {
      if (cookie.length < 20 || cookie.length > 100) return null;
      const { rows } = await sql<{
        user_id: string | null;
        csrf_token: string;
        data: SessionData;
        date_created: Date;
        date_expired: Date;
        stale: boolean;
        version: number;
      }>`
        select s.user_id, s.csrf_token, s.data, s.date_created, s.date_expired,
               s.date_touched < now() - interval '1 minute' as stale, v.version
        from http_sessions s, ${accessVersionTable} v
        where s.key = ${keyOf(cookie)} and s.date_expired > now()
      `.execute(db);
      const [row] = rows;
      if (row === undefined) return null;
      const session: Session = {
        key: keyOf(cookie),
        userId: row.user_id,
        csrfToken: row.csrf_token,
        data: row.data,
        dateCreated: row.date_created,
        dateExpired: row.date_expired,
        isExtended: row.stale,
        version: Number(row.version),
        deriveKey: deriveFrom(cookie),
      };
      if (row.stale) {
        await sql`
          update http_sessions
          set date_touched = now(), date_expired = now() + ${session.userId === null ? unownedSeconds : await lifetime()} * interval '1 second'
          where key = ${session.key} and date_touched < now() - interval '1 minute'
        `.execute(db);
      }
      return session;
    },

    async ownersOf(keys) {
      const { rows } = await sql<{ key: string; user_id: string | null }>`
        select encode(key, 'hex') as key, user_id from http_sessions
        where date_expired > now() and key = any(${[...keys]}::bytea[])
      `.execute(db);
      return new Map(rows.map(({ key, user_id }) => [key, user_id]));
    },

    async create(userId, data = {}, origin) {
      const made = await insert(null, userId, data, origin);
      if (made === null) throw new Error("the session was not written");
      return made;
    },

    replace: ({ key }, userId, data = {}, origin) => insert(key, userId, data, origin),

    async save(session, data) {
      await db
        .updateTable("http_sessions")
        .set({ data: JSON.stringify(data) })
        .where("key", "=", session.key)
        .execute();
    },

    async destroy(session) {
      await db.deleteFrom("http_sessions").where("key", "=", session.key).execute();
    },

    async forget(name) {
      await sql`update http_sessions set data = data - ${name}::text where data ? ${name}`.execute(db);
    },

    async destroyOf(userId, keep) {
      await endHttpSessionsOf(db, userId, keep);
    },

    async prune() {
      await db.deleteFrom("http_sessions").where("date_expired", "<", new Date()).execute();
    },
  };
}
