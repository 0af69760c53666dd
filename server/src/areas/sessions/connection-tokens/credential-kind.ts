import { sql } from "kysely";
import type { CredentialKind } from "../../credentials/index.ts";
import { text } from "../texts.ts";

/** Connection tokens among the credentials of a user. */
export const connectionTokenKind: CredentialKind = {
  name: "connection_tokens",
  label: text.connectionTokens,
  count: async (db, userId) => {
    const { rows } = await sql<{ count: number; date_last_used: Date | null }>`
      select count(*)::int as count, max(date_redeemed) as date_last_used from connection_tokens
      where user_id = ${userId}::uuid and is_active and date_expired > now()
        and (is_reusable or date_redeemed is null)
    `.execute(db);
    return rows[0] ?? { count: 0, date_last_used: null };
  },
  revoke: async (db, userId) => {
    await sql`
      update connection_tokens set date_expired = now(), input_secret_sealed = null, date_updated = now()
      where user_id = ${userId}::uuid and date_expired > now()
    `.execute(db);
  },
};
