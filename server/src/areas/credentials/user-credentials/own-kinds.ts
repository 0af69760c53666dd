import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import { endHttpSessionsOf, httpSessionsTable } from "../../../engine/http/index.ts";
import type { CredentialCount, CredentialKind } from "./credential-kind.ts";
import { text } from "./texts.ts";

/** Counts rows of a user, and the latest of an instant of theirs. */
const counting =
  (
    table: RawBuilder<unknown> | typeof httpSessionsTable,
    used: string | null,
    holds: RawBuilder<boolean> = sql<boolean>`true`,
  ) =>
  async (db: Kysely<Database>, userId: string): Promise<CredentialCount> => {
    const last = used === null ? sql`null::timestamptz` : sql`max(${sql.ref(used)})`;
    const { rows } = await sql<CredentialCount>`
      select count(*)::int as count, ${last} as date_last_used from ${table}
      where user_id = ${userId}::uuid and ${holds}
    `.execute(db);
    return rows[0] ?? { count: 0, date_last_used: null };
  };

const deleting =
  (table: RawBuilder<unknown>) =>
  async (db: Kysely<Database>, userId: string): Promise<void> => {
    await sql`delete from ${table} where user_id = ${userId}::uuid`.execute(db);
  };

const live = sql<boolean>`date_expired > now()`;

/** The credentials this area keeps. */
export const ownKinds: readonly CredentialKind[] = [
  {
    name: "sessions",
    label: text.sessions,
    count: counting(httpSessionsTable, "date_touched", live),
    revoke: endHttpSessionsOf,
  },
  {
    name: "bearer_tokens",
    label: text.bearerTokens,
    count: counting(sql.table("bearer_tokens"), null, live),
    revoke: deleting(sql.table("bearer_tokens")),
  },
  {
    name: "access_keys",
    label: text.accessKeys,
    count: counting(sql.table("access_keys"), "date_last_used", sql<boolean>`is_active`),
    // Disabled ones too: their owner could enable them again.
    revoke: deleting(sql.table("access_keys")),
  },
  {
    name: "private_token",
    label: text.privateToken,
    count: counting(sql.table("private_tokens"), "date_last_used"),
    revoke: deleting(sql.table("private_tokens")),
  },
  {
    name: "temporary_passwords",
    label: text.temporaryPasswords,
    count: counting(
      sql.table("temporary_tokens"),
      "date_verified",
      sql<boolean>`date_expired > now() and date_verified is null`,
    ),
    revoke: async (db, userId) => {
      await sql`
        update temporary_tokens set date_expired = now(), date_updated = now()
        where user_id = ${userId}::uuid and date_expired > now()
      `.execute(db);
    },
  },
];
