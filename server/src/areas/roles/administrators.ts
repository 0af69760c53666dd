import { type Kysely, sql } from "kysely";
import type { Database } from "../../engine/database/index.ts";
import { BadRequest } from "../../engine/errors.ts";
import { usersTable } from "../users/index.ts";
import { roleIds } from "./builtin-roles.ts";
import { text } from "./texts.ts";

/**
 * Throws unless somebody who can sign in is still a system administrator. Call after the writes: those have
 * bumped the access version, which makes concurrent transactions of this kind wait for one another, so two
 * administrators cannot remove each other at once.
 */
export async function requireAdministrator(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql`
    select 1 from ${usersTable} u join role_bindings b on b.user_id = u.id
    where b.role_id = ${roleIds.systemAdmin}::uuid and u.is_active and not u.is_service_account
      and coalesce(u.date_expired > now(), true)
    limit 1
  `.execute(db);
  if (rows.length === 0) throw new BadRequest("error", text.lastAdministrator);
}

/** Whether the user administers the system, or an organization, whichever: what stricter rules of signing in go by. */
export async function isAdministrator(db: Kysely<Database>, userId: string): Promise<boolean> {
  const binding = await db
    .selectFrom("role_bindings")
    .select("id")
    .where("user_id", "=", userId)
    .where("role_id", "in", [roleIds.systemAdmin, roleIds.organizationAdmin])
    .limit(1)
    .executeTakeFirst();
  return binding !== undefined;
}
