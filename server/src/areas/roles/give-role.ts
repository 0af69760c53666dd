import { type Kysely, sql } from "kysely";
import type { Database } from "../../engine/database/index.ts";

/** A role somebody holds: in the system (null), or in an organization. */
export interface HeldRole {
  readonly roleId: string;
  readonly organizationId: string | null;
}

/**
 * Gives somebody a role, if they do not hold it. For what the product does by itself: whether anyone may give it away
 * was decided where that was arranged.
 */
export async function giveRole(
  db: Kysely<Database>,
  userId: string,
  { roleId, organizationId }: HeldRole,
): Promise<void> {
  const scope = organizationId === null ? "system" : "org";
  await sql`
    insert into role_bindings (user_id, role_id, scope, org_id)
    values (${userId}::uuid, ${roleId}::uuid, ${scope}, ${organizationId}::uuid)
    on conflict do nothing
  `.execute(db);
}

/** Takes a role from somebody. */
export async function takeRole(
  db: Kysely<Database>,
  userId: string,
  { roleId, organizationId }: HeldRole,
): Promise<void> {
  await sql`
    delete from role_bindings
    where user_id = ${userId}::uuid and role_id = ${roleId}::uuid and org_id is not distinct from ${organizationId}::uuid
  `.execute(db);
}
