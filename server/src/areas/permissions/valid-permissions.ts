import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "../../engine/database/database.ts";
import { roleIds } from "../roles/index.ts";

/** Active, started, and not yet expired; both ends exclusive. `alias` is the table's alias. */
export function isValid(alias: string): RawBuilder<boolean> {
  const p = sql.raw(alias);
  return sql<boolean>`(${p}.is_active and ${p}.date_start < now() and ${p}.date_expired > now())`;
}

/** Whether the user is a member of the organization, or a system administrator: who has left one has nothing there. */
export function belongs(userId: string, organization: string): RawBuilder<boolean> {
  return isMember(sql`${userId}::uuid`, sql.raw(organization));
}

/** The same of expressions over rows. */
export function isMember(user: RawBuilder<unknown>, organization: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select 1 from role_bindings b where b.user_id = ${user}
      and (b.org_id = ${organization} or b.role_id = ${roleIds.systemAdmin}::uuid)
  )`;
}

/** Whether permission `alias` names the user or a group of the user's. */
export function namesUser(alias: string, userId: string): RawBuilder<boolean> {
  const id = sql.raw(`${alias}.id`);
  return sql<boolean>`(
    exists (select 1 from asset_permission_users u where u.permission_id = ${id} and u.user_id = ${userId}::uuid)
    or exists (
      select 1 from user_group_members m join asset_permission_user_groups g on g.group_id = m.usergroup_id
      where m.user_id = ${userId}::uuid and g.permission_id = ${id}
    )
  )`;
}

/** What a user or a group holds, in one organization or in all of them. */
export interface PermissionScope {
  /** The user or the group. */
  readonly holderId: string;
  /** Null: every organization the user belongs to. */
  readonly organizationId: string | null;
  /** The holder's valid permissions there, as of now. */
  readonly permissionIds: readonly string[];
}

/** Reads a user's valid permissions. Starts from the user, so it costs what the user holds. */
export async function permissionScope(
  db: Kysely<Database>,
  userId: string,
  organizationId: string | null,
): Promise<PermissionScope> {
  const { rows } = await sql<{ id: string }>`
    select p.id from asset_permissions p
    where p.id in (
      select u.permission_id from asset_permission_users u where u.user_id = ${userId}::uuid
      union
      select g.permission_id from user_group_members m
      join asset_permission_user_groups g on g.group_id = m.usergroup_id
      where m.user_id = ${userId}::uuid
    ) and ${isValid("p")} and ${belongs(userId, "p.org_id")}
      and ${organizationId === null ? sql`true` : sql`p.org_id = ${organizationId}::uuid`}
    order by p.id
  `.execute(db);
  return { holderId: userId, organizationId, permissionIds: rows.map(({ id }) => id) };
}

/** Reads the valid permissions that name a group of an organization. */
export async function groupPermissionScope(
  db: Kysely<Database>,
  groupId: string,
  organizationId: string,
): Promise<PermissionScope> {
  const { rows } = await sql<{ id: string }>`
    select p.id from asset_permissions p
    join asset_permission_user_groups g on g.permission_id = p.id and g.group_id = ${groupId}::uuid
    where p.org_id = ${organizationId}::uuid and ${isValid("p")}
    order by p.id
  `.execute(db);
  return { holderId: groupId, organizationId, permissionIds: rows.map(({ id }) => id) };
}

/** Whether `column` is one of the permissions of the scope. */
export function amongPermissions(column: string, { permissionIds }: PermissionScope): RawBuilder<boolean> {
  return sql<boolean>`${sql.raw(column)} = any(${[...permissionIds]}::uuid[])`;
}
