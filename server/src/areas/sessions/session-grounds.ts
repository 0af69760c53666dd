import { type Kysely, sql } from "kysely";
import type { Database } from "../../engine/database/index.ts";
import { log } from "../../engine/log.ts";
import type { SessionRecord } from "../../transport/sessions/index.ts";
import { permissionGrounds } from "../permissions/index.ts";

/**
 * Writes down what allowed a session as it begins: permissions are changed and removed later. Of the ticket, where
 * somebody had to consent, its id: it is a record of its own.
 */
export async function recordGrounds(
  db: Kysely<Database>,
  { id, userId, assetId, accountId, reviewId, isEmergency }: SessionRecord,
): Promise<void> {
  const permissions = await permissionGrounds(db, userId, assetId);
  const grounds = {
    permissions,
    account: accountId,
    ticket: reviewId ?? null,
    is_emergency: isEmergency ?? false,
  };
  await sql`
    insert into session_grounds (session_id, grounds) values (${id}::uuid, ${JSON.stringify(grounds)}::jsonb)
    on conflict do nothing
  `.execute(db);
  if (permissions.length === 0) log.warn({ session: id }, "a session begins whose permission is just gone");
}
