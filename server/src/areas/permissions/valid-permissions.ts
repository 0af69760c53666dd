import { type RawBuilder, sql } from "kysely";
import { roleIds } from "../roles/index.ts";

/** A set of permission ids, as a subquery without parentheses. */
export type PermissionSet = RawBuilder<unknown>;

/** Active, started, and not yet expired; both ends exclusive. `alias` is the table's alias. */
export function isValid(alias: string): RawBuilder<boolean> {
  const p = sql.raw(alias);
  return sql<boolean>`(${p}.is_active and ${p}.date_start < now() and ${p}.date_expired > now())`;
}

/** Whether a user works in one organization or in all of them (the root organization). */
export interface PermissionScope {
  readonly userId: string;
  /** Null: every organization. */
  readonly organizationId: string | null;
}

/** Ids of the permissions that name the user or a group of the user's, valid or not, in any organization. */
export function permissionsNaming(userId: string): PermissionSet {
  return sql`
    select u.permission_id from asset_permission_users u where u.user_id = ${userId}::uuid
    union
    select g.permission_id from user_group_members m
    join asset_permission_user_groups g on g.group_id = m.usergroup_id
    where m.user_id = ${userId}::uuid
  `;
}

/** Whether the user is a member of the organization, or a system administrator: who has left one has nothing there. */
export function belongs(userId: string, organization: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select 1 from role_bindings b where b.user_id = ${userId}::uuid
      and (b.org_id = ${sql.raw(organization)} or b.role_id = ${roleIds.systemAdmin}::uuid)
  )`;
}

/** Ids of the valid permissions of a user. Starts from the user, so it costs what the user holds. */
export function validPermissions({ userId, organizationId }: PermissionScope): PermissionSet {
  return sql`
    select p.id from asset_permissions p
    where p.id in (${permissionsNaming(userId)}) and ${isValid("p")} and ${belongs(userId, "p.org_id")}
      and ${organizationId === null ? sql`true` : sql`p.org_id = ${organizationId}::uuid`}
  `;
}
