import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import type { CredentialCount, CredentialKind } from "./credential-kind.ts";
import { text } from "./texts.ts";

/** Counts rows of a user, and the latest of an instant of theirs. */
const counting =
  (table: string, used: string | null, holds: RawBuilder<boolean> = sql<boolean>`true`) =>
  async (db: Kysely<Database>, userId: string): Promise<CredentialCount> => {
    const last = used === null ? sql`null::timestamptz` : sql`max(${sql.ref(used)})`;
    const { rows } = await sql<CredentialCount>`
      select count(*)::int as count, ${last} as date_last_used from ${sql.table(table)}
      where user_id = ${userId}::uuid and ${holds}
    `.execute(db);
    return rows[0] ?? { count: 0, date_last_used: null };
  };

const deleting =
  (table: string) =>
  async (db: Kysely<Database>, userId: string): Promise<void> => {
    await sql`delete from ${sql.table(table)} where user_id = ${userId}::uuid`.execute(db);
  };

const live = sql<boolean>`date_expired > now()`;

/** The credentials this area keeps. */
export const ownKinds: readonly CredentialKind[] = [
  {
    name: "sessions",
    label: text.sessions,
    count: counting("http_sessions", "date_touched", live),
    revoke: deleting("http_sessions"),
  },
  {
    name: "bearer_tokens",
    label: text.bearerTokens,
    count: counting("bearer_tokens", null, live),
    revoke: deleting("bearer_tokens"),
  },
  {
    name: "access_keys",
    label: text.accessKeys,
    count: counting("access_keys", "date_last_used", sql<boolean>`is_active`),
    // Disabled ones too: their owner could enable them again.
    revoke: deleting("access_keys"),
  },
  {
    name: "private_token",
    label: text.privateToken,
    count: counting("private_tokens", "date_last_used"),
    revoke: deleting("private_tokens"),
  },
  {
    name: "temporary_passwords",
    label: text.temporaryPasswords,
    count: counting(
      "temporary_tokens",
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
  // Taken by the reset of second factors, together with the others.
  { name: "passkeys", label: text.passkeys, count: counting("passkeys", "date_last_used") },
];
