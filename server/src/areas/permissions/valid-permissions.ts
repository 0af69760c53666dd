import { type RawBuilder, sql } from "kysely";
import { roleBindingsTable, roleIds } from "../roles/index.ts";
import { userGroupMembersTable } from "../users/index.ts";

/** Active, started, and not yet expired; both ends exclusive. `alias` is the table's alias. */
export function isValid(alias: string): RawBuilder<boolean> {
  const p = sql.raw(alias);
  return sql<boolean>`(${p}.is_active and ${p}.date_start < now() and ${p}.date_expired > now())`;
}

/** The same, or it ran out while something ran that began `since` then; a date ahead of now counts as now. */
export function mayRunOn(alias: string, since: Date): RawBuilder<boolean> {
  const p = sql.raw(alias);
  return sql<boolean>`(
    ${p}.is_active and ${p}.date_start < now() and ${p}.date_expired > least(now(), ${since}::timestamptz)
  )`;
}

/** Whether the user is a member of the organization, or a system administrator: who has left one has nothing there. */
export function belongs(userId: string, organization: string): RawBuilder<boolean> {
  return isMember(sql`${userId}::uuid`, sql.raw(organization));
}

/** The same of expressions over rows. */
export function isMember(user: RawBuilder<unknown>, organization: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select 1 from ${roleBindingsTable} b where b.user_id = ${user}
      and (b.org_id = ${organization} or b.role_id = ${roleIds.systemAdmin}::uuid)
  )`;
}

/** Whether permission `alias` names the user or a group of the user's. */
export function namesUser(alias: string, userId: string): RawBuilder<boolean> {
  const id = sql.raw(`${alias}.id`);
  return sql<boolean>`(
    exists (select 1 from asset_permission_users u where u.permission_id = ${id} and u.user_id = ${userId}::uuid)
    or exists (
      select 1 from ${userGroupMembersTable} m join asset_permission_user_groups g on g.group_id = m.usergroup_id
      where m.user_id = ${userId}::uuid and g.permission_id = ${id}
    )
  )`;
}

/** Who holds what, in one organization or in all of them. */
export interface PermissionHolder {
  readonly kind: "user" | "group";
  /** The user or the group. */
  readonly holderId: string;
  /** Null: every organization the user belongs to. */
  readonly organizationId: string | null;
}

/** Which permissions name the holder, valid or not; a subquery without parentheses, of `permission_id`. */
export function namingHolder({ kind, holderId }: PermissionHolder): RawBuilder<unknown> {
  if (kind === "group") {
    return sql`
      select g.permission_id from asset_permission_user_groups g where g.group_id = ${holderId}::uuid
    `;
  }
  return sql`
    select u.permission_id from asset_permission_users u where u.user_id = ${holderId}::uuid
    union
    select g.permission_id from ${userGroupMembersTable} m join asset_permission_user_groups g on g.group_id = m.usergroup_id
    where m.user_id = ${holderId}::uuid
  `;
}

/** Whether a permission `alias` that names the holder counts where the holder is looked at. */
function countsFor({ kind, holderId, organizationId }: PermissionHolder, alias: string): RawBuilder<boolean> {
  const own = sql.raw(`${alias}.org_id`);
  const here = organizationId === null ? sql<boolean>`true` : sql<boolean>`${own} = ${organizationId}::uuid`;
  if (kind === "group") return here;
  // Of one organization this is asked once for the whole query.
  const where = organizationId === null ? own : sql`${organizationId}::uuid`;
  return sql<boolean>`(${here} and ${isMember(sql`${holderId}::uuid`, where)})`;
}

/**
 * Ids of the holder's valid permissions; a subquery without parentheses. Starts from the holder, so it costs what the
 * holder has: for making sets.
 */
export function heldPermissions(holder: PermissionHolder): RawBuilder<unknown> {
  return sql`
    select held.id from asset_permissions held
    where held.id in (${namingHolder(holder)}) and ${isValid("held")} and ${countsFor(holder, "held")}
  `;
}

/**
 * Whether the permission whose id is `column` is a valid one of the holder's. Looked up for one permission at a time,
 * so it costs the same however many the holder has: for looking at few rows.
 */
export function isHeld(holder: PermissionHolder, column: string): RawBuilder<boolean> {
  const named =
    holder.kind === "user"
      ? namesUser("held", holder.holderId)
      : sql`held.id in (${namingHolder(holder)} and g.permission_id = held.id)`;
  return sql<boolean>`exists (
    select 1 from asset_permissions held
    where held.id = ${sql.raw(column)} and ${isValid("held")} and ${countsFor(holder, "held")} and ${named}
  )`;
}
