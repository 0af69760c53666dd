import { type Kysely, type RawBuilder, sql } from "kysely";
import { type OperationOrigin, recordSystemOperations } from "../../engine/audit/index.ts";
import type { Database } from "../../engine/database/index.ts";
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
  const disabled = await db
    .transaction()
    .execute((transaction) => disableUsersWithin(transaction, { extensions }, which));
  for (const id of disabled) await sessions.destroyOf(id);
  return disabled;
}

/** The same in the transaction of the caller, who ends the sessions of those it answers once that is done. */
export async function disableUsersWithin(
  db: Kysely<Database>,
  services: Pick<Services, "extensions">,
  which: RawBuilder<boolean>,
  origin?: OperationOrigin,
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    update users set is_active = false, date_updated = now()
    where is_active and not is_service_account and username <> ${firstUsername} and ${which}
    returning id, name
  `.execute(db);
  for (const { id } of rows) await endCredentials({ services, db }, id);
  await record(db, rows, false, origin);
  return rows.map(({ id }) => id);
}

/** Enables users again, by a condition over their row `users`. Recorded in the operate log of each. */
export async function enableUsers(
  { db }: Pick<Services, "db">,
  which: RawBuilder<boolean>,
  origin?: OperationOrigin,
): Promise<void> {
  const { rows } = await sql<{ id: string; name: string }>`
    update users set is_active = true, date_updated = now() where not is_active and ${which} returning id, name
  `.execute(db);
  await record(db, rows, true, origin);
}

function record(
  db: Services["db"],
  users: readonly { readonly id: string; readonly name: string }[],
  isActive: boolean,
  origin?: OperationOrigin,
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
    origin,
  );
}
