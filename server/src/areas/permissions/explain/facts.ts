import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import { accountsTable } from "../../accounts/index.ts";
import { assetsTable, nodesTable } from "../../assets/index.ts";
import { userGroupMembersTable, userGroupsTable, usersTable } from "../../users/index.ts";
import type { Grant, GrantableAccount } from "../account-rules.ts";
import { coveringLinks } from "../effective-permissions.ts";
import { belongs, isValid } from "../valid-permissions.ts";

/** Whether a permission counts now, and why not. */
export type PermissionState = "valid" | "inactive" | "not_started" | "expired";

/** What in a permission leads to the user, or to the asset. */
export interface Link {
  readonly kind: "user" | "group" | "asset" | "node";
  readonly id: string;
  /** Of a node the path from the root. */
  readonly name: string;
}

/** A permission that names both the user and the asset, in force or not. */
export interface ChainedGrant extends Grant {
  readonly id: string;
  readonly name: string;
  readonly state: PermissionState;
  readonly dateStart: Date;
  /** The user's own link first, then groups by name. */
  readonly users: readonly Link[];
  /** The asset's own link first, then nodes from the root on. */
  readonly assets: readonly Link[];
}

/** An account of the asset, active or not. */
export interface KnownAccount extends GrantableAccount {
  readonly isActive: boolean;
}

/** How many permissions in force come close. */
export interface Elsewhere {
  /** They cover the asset, for others. */
  readonly asset: number;
  /** They name the user, for other assets. */
  readonly user: number;
}

/** Most permissions of one answer. */
export const mostGrants = 200;

/** The asset a question is about. */
export interface QuestionedAsset {
  readonly id: string;
  readonly org_id: string;
}

interface GrantRow {
  readonly id: string;
  readonly name: string;
  readonly accounts: string[];
  readonly actions: number;
  readonly state: PermissionState;
  readonly date_start: Date;
  readonly date_expired: Date;
  readonly users: Link[];
  readonly assets: Link[];
  readonly count: number;
}

/**
 * The permissions that name both a user (or a group of theirs) and an asset (or a node at or above it), those in force
 * first. Starts from the two, so it costs what they hold, not what the organization does.
 */
export async function chainedGrants(
  db: Kysely<Database>,
  userId: string,
  asset: QuestionedAsset,
): Promise<{ readonly count: number; readonly grants: readonly ChainedGrant[] }> {
  const { rows } = await sql<GrantRow>`
    with covering as materialized (${coveringLinks(asset.id)}),
    naming as materialized (
      select u.permission_id, null::uuid as group_id from asset_permission_users u where u.user_id = ${userId}::uuid
      union all
      select g.permission_id, g.group_id from ${userGroupMembersTable} m
      join asset_permission_user_groups g on g.group_id = m.usergroup_id where m.user_id = ${userId}::uuid
    ), chained as materialized (
      select p.*, case when not p.is_active then 'inactive' when p.date_start >= now() then 'not_started'
        when p.date_expired <= now() then 'expired' else 'valid' end as state
      from asset_permissions p
      where p.org_id = ${asset.org_id}::uuid
        and p.id in (select permission_id from covering intersect select permission_id from naming)
    )
    select p.id, p.name, p.accounts, p.actions, p.state, p.date_start, p.date_expired,
      (select count(*)::int from chained) as count,
      (
        select jsonb_agg(jsonb_build_object('kind', case when g.id is null then 'user' else 'group' end,
          'id', coalesce(g.id, u.id), 'name', coalesce(g.name, u.name)) order by g.id is not null, g.name)
        from naming n join ${usersTable} u on u.id = ${userId}::uuid left join ${userGroupsTable} g on g.id = n.group_id
        where n.permission_id = p.id
      ) as users,
      (
        select jsonb_agg(jsonb_build_object('kind', case when d.id is null then 'asset' else 'node' end,
          'id', coalesce(d.id, a.id), 'name', coalesce(d.full_value, a.name)) order by d.id is not null, d.key)
        from covering c join ${assetsTable} a on a.id = ${asset.id}::uuid left join ${nodesTable} d on d.id = c.node_id
        where c.permission_id = p.id
      ) as assets
    from chained p order by p.state <> 'valid', p.name, p.id limit ${mostGrants}
  `.execute(db);
  return {
    count: rows[0]?.count ?? 0,
    grants: rows.map(({ date_start, date_expired, count: _count, ...grant }) => ({
      ...grant,
      dateStart: date_start,
      dateExpired: date_expired,
    })),
  };
}

/** How many permissions in force grant the asset to others, or other assets to the user. */
export async function permissionsElsewhere(
  db: Kysely<Database>,
  userId: string,
  asset: QuestionedAsset,
): Promise<Elsewhere> {
  const { rows } = await sql<Elsewhere>`
    select
      (
        select count(*)::int from asset_permissions p where p.org_id = ${asset.org_id}::uuid and ${isValid("p")}
          and p.id in (select permission_id from (${coveringLinks(asset.id)}) links)
      ) as asset,
      (
        select count(*)::int from asset_permissions p where p.org_id = ${asset.org_id}::uuid and ${isValid("p")}
          and p.id in (
            select u.permission_id from asset_permission_users u where u.user_id = ${userId}::uuid
            union
            select g.permission_id from ${userGroupMembersTable} m
            join asset_permission_user_groups g on g.group_id = m.usergroup_id where m.user_id = ${userId}::uuid
          )
      ) as user
  `.execute(db);
  return rows[0] ?? { asset: 0, user: 0 };
}

/** What of the user itself decides. */
export interface UserFacts {
  readonly isActive: boolean;
  readonly dateExpired: Date | null;
  readonly isMember: boolean;
}

/** Whether the user may come in at all, and belongs to the organization of the asset. */
export async function userFacts(
  db: Kysely<Database>,
  userId: string,
  organizationId: string,
): Promise<UserFacts> {
  const { rows } = await sql<UserFacts>`
    select u.is_active as "isActive", u.date_expired as "dateExpired", ${belongs(userId, "o.id")} as "isMember"
    from ${usersTable} u, (select ${organizationId}::uuid as id) o where u.id = ${userId}::uuid
  `.execute(db);
  return rows[0] ?? { isActive: false, dateExpired: null, isMember: false };
}

/** Every account of an asset, as the account lists order them. */
export async function accountsOfAsset(db: Kysely<Database>, assetId: string): Promise<KnownAccount[]> {
  const { rows } = await sql<KnownAccount>`
    select id, name, username, secret_type as "secretType", secret_sealed is not null or by_certificate as "hasSecret",
      secret_sealed is null and by_certificate as "isCertificateOnly", privileged, is_active as "isActive"
    from ${accountsTable} where asset_id = ${assetId}::uuid order by privileged desc, name, id
  `.execute(db);
  return rows;
}
