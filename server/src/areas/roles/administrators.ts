import { type Kysely, sql } from "kysely";
import type { Database } from "../../engine/database/index.ts";
import { BadRequest } from "../../engine/errors.ts";
import { usersTable } from "../users/index.ts";
import { roleIds } from "./builtin-roles.ts";
import { text } from "./texts.ts";

/**
 * Throws unless somebody who can sign in whatever becomes of directories and providers, with a password that is kept here,
 * is still a system administrator. Call after the writes: those have
 * bumped the access version, which makes concurrent transactions of this kind wait for one another, so two
 * administrators cannot remove each other at once.
 */
export async function requireAdministrator(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql`
    select 1 from ${usersTable} u join role_bindings b on b.user_id = u.id
    where b.role_id = ${roleIds.systemAdmin}::uuid and u.is_active and not u.is_service_account
      and u.source = 'local' and coalesce(u.date_expired > now(), true)
    limit 1
  `.execute(db);
  if (rows.length === 0) throw new BadRequest("error", text.lastAdministrator);
}

/**
 * Those who can sign in and administer an organization, but for one person; where it has nobody else of its own, those
 * who administer the system.
 */
export async function administratorsOf(
  db: Kysely<Database>,
  organizationId: string,
  exceptId: string | null,
): Promise<readonly { readonly id: string; readonly name: string; readonly username: string }[]> {
  const { rows } = await sql<{ id: string; name: string; username: string; is_here: boolean }>`
    select u.id, u.name, u.username, bool_or(b.role_id = ${roleIds.organizationAdmin}::uuid) as is_here
    from ${usersTable} u join role_bindings b on b.user_id = u.id
    where (b.role_id = ${roleIds.systemAdmin}::uuid
        or (b.role_id = ${roleIds.organizationAdmin}::uuid and b.org_id = ${organizationId}::uuid))
      and u.is_active and not u.is_service_account and coalesce(u.date_expired > now(), true)
      and u.id is distinct from ${exceptId}::uuid
    group by u.id order by u.id
  `.execute(db);
  const own = rows.filter(({ is_here: isHere }) => isHere);
  return own.length > 0 ? own : rows;
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
