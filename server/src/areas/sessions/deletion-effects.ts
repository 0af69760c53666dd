import { sql } from "kysely";
import type { DeletionEffect } from "../../engine/resource/index.ts";
import { accountsTable } from "../accounts/index.ts";
import { assetsTable } from "../assets/index.ts";
import { usersTable } from "../users/index.ts";

/** The running sessions of what is deleted. */
const sessionsBy = (table: string, column: "user_id" | "asset_id" | "account_id"): DeletionEffect => ({
  table,
  kind: "sessions",
  count: async ({ db }, ids) => {
    // An account of a session is a text: some are not stored.
    const type = sql.raw(column === "account_id" ? "text[]" : "uuid[]");
    const { rows } = await sql<{ count: string }>`
      select count(*) as count from sessions
      where not is_finished and ${sql.ref(column)} = any(${[...ids]}::${type})
    `.execute(db);
    return Number(rows[0]?.count ?? 0);
  },
});

/** What deleting users, assets and accounts has to do with sessions. */
export const sessionEffects: readonly DeletionEffect[] = [
  sessionsBy(usersTable.name, "user_id"),
  sessionsBy(assetsTable.name, "asset_id"),
  sessionsBy(accountsTable.name, "account_id"),
];
