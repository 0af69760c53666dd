import { type Kysely, sql } from "kysely";
import type { Database } from "../../engine/database/index.ts";
import { roleIds } from "./builtin-roles.ts";

/** A role somebody holds: in the system (null), or in an organization. */
export interface HeldRole {
  readonly roleId: string;
  readonly organizationId: string | null;
}

/** A role for somebody. */
export interface RoleGift extends HeldRole {
  readonly userId: string;
}

/**
 * Gives people roles, where they do not hold them. For what the product does by itself: whether anyone may give them
 * away was decided where that was arranged.
 */
export async function giveRoles(db: Kysely<Database>, gifts: readonly RoleGift[]): Promise<void> {
  if (gifts.length === 0) return;
  const each = (column: (gift: RoleGift) => string | null): (string | null)[] => gifts.map(column);
  await sql`
    insert into role_bindings (user_id, role_id, scope, org_id)
    select user_id, role_id, case when org_id is null then 'system' else 'org' end, org_id
    from unnest(
      ${each(({ userId }) => userId)}::uuid[], ${each(({ roleId }) => roleId)}::uuid[],
      ${each(({ organizationId }) => organizationId)}::uuid[]
    ) as g (user_id, role_id, org_id)
    on conflict do nothing
  `.execute(db);
}

/** Gives somebody a role, as `giveRoles` does. */
export const giveRole = (db: Kysely<Database>, userId: string, role: HeldRole): Promise<void> =>
  giveRoles(db, [{ userId, ...role }]);

/** Gives people who have no role of a scope the one everybody has: in the system, and in this organization. */
export async function giveInitialRoles(
  db: Kysely<Database>,
  userIds: readonly string[],
  organizationId: string,
): Promise<void> {
  const initial = [
    { scope: "system", roleId: roleIds.systemUser, organization: null },
    { scope: "org", roleId: roleIds.organizationUser, organization: organizationId },
  ];
  for (const { scope, roleId, organization } of initial) {
    await sql`
      insert into role_bindings (user_id, role_id, scope, org_id)
      select p.user_id, ${roleId}::uuid, ${scope}, ${organization}::uuid
      from unnest(${userIds}::uuid[]) as p (user_id)
      where not exists (select 1 from role_bindings b where b.user_id = p.user_id and b.scope = ${scope})
      on conflict do nothing
    `.execute(db);
  }
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
