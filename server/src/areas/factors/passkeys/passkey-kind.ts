import { sql } from "kysely";
import type { CredentialCount, CredentialKind } from "../../credentials/index.ts";
import { factorText } from "../texts.ts";

/** Passkeys among the credentials of a user. They are ended by the reset of second factors, together with the others. */
export const passkeyKind: CredentialKind = {
  name: "passkeys",
  label: factorText.passkeys,
  count: async (db, userId) => {
    const { rows } = await sql<CredentialCount>`
      select count(*)::int as count, max(date_last_used) as date_last_used from passkeys
      where user_id = ${userId}::uuid
    `.execute(db);
    return rows[0] ?? { count: 0, date_last_used: null };
  },
};
