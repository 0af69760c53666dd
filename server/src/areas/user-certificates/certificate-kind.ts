import { sql } from "kysely";
import type { CredentialCount, CredentialKind } from "../credentials/index.ts";
import { userCredentialsTable } from "../users/index.ts";
import { holds } from "./certificate-store.ts";
import { text } from "./texts.ts";

/** Certificates among the credentials of a user. Requests that were allowed and not used yet end with them. */
export const certificateKind: CredentialKind = {
  name: "ssh_certificates",
  label: text.certificates,
  count: async (db, userId) => {
    const { rows } = await sql<CredentialCount>`
      select count(*)::int as count, max(c.date_last_used) as date_last_used
      from user_certificates c join ${userCredentialsTable} u on u.id = c.user_id
      where c.user_id = ${userId}::uuid and ${holds}
    `.execute(db);
    return rows[0] ?? { count: 0, date_last_used: null };
  },
  revoke: async (db, userId) => {
    await db.deleteFrom("user_certificates").where("user_id", "=", userId).execute();
    await db.deleteFrom("ssh_sign_in_requests").where("user_id", "=", userId).execute();
  },
};
