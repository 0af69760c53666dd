import { type RawBuilder, sql } from "kysely";
import { recordSystemOperations } from "../../engine/audit/index.ts";
import { text as shared } from "../../engine/i18n/index.ts";
import type { Services } from "../../engine/services.ts";
import { organizationIds } from "../organizations/index.ts";
import { endCredentials } from "./end-credentials.ts";
import { text } from "./texts.ts";
import { firstUsername } from "./user-rules.ts";

/** What enabling and disabling users takes. */
export type UserStateServices = Pick<Services, "db" | "extensions" | "sessions">;

/**
 * Disables those users, by a condition over their row `users`, and ends their sessions and what stands in for a password.
 * The first administrator stays. Recorded in the operate log of each, as done by the product. Answers their ids.
 */
export async function disableUsers(
  { db, extensions, sessions }: UserStateServices,
  which: RawBuilder<boolean>,
): Promise<readonly string[]> {
  const disabled = await db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ id: string; name: string }>`
      update users set is_active = false, date_updated = now()
      where is_active and not is_service_account and username <> ${firstUsername} and ${which}
      returning id, name
    `.execute(transaction);
    for (const { id } of rows) await endCredentials({ services: { extensions }, db: transaction }, id);
    await record(transaction, rows, false);
    return rows.map(({ id }) => id);
  });
  for (const id of disabled) await sessions.destroyOf(id);
  return disabled;
}

/** Enables users again, by a condition over their row `users`. Recorded in the operate log of each. */
export async function enableUsers({ db }: Pick<Services, "db">, which: RawBuilder<boolean>): Promise<void> {
  const { rows } = await sql<{ id: string; name: string }>`
    update users set is_active = true, date_updated = now() where not is_active and ${which} returning id, name
  `.execute(db);
  await record(db, rows, true);
}

function record(
  db: Services["db"],
  users: readonly { readonly id: string; readonly name: string }[],
  isActive: boolean,
): Promise<void> {
  const { en, zh, ja } = shared.isActive;
  const changes = [{ field: "is_active", label: { en, zh, ja }, before: !isActive, after: isActive }];
  return recordSystemOperations(
    db,
    users.map((user) => ({
      action: "update",
      type: text.user,
      ...user,
      changes,
      organizationId: organizationIds.root,
    })),
  );
}
