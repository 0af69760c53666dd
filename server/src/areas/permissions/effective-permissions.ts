import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "../../engine/database/database.ts";
import { type AccountRow, activeAccountsOf } from "../accounts/index.ts";
import {
  type Grant,
  type GrantableAccount,
  type PermittedAccount,
  permittedAccounts,
} from "./account-rules.ts";
import {
  belongs,
  isValid,
  type PermissionScope,
  permissionsNaming,
  validPermissions,
} from "./valid-permissions.ts";

/**
 * Effective permissions: what a user reaches, computed from the tables as they are now. Every query starts from
 * the user or from the asset and follows indexes, so none grows with the organization.
 * Contract: docs/contract/permissions.md, section 4.
 */

/** A user as far as permissions care. */
export interface PermissionUser {
  readonly id: string;
  readonly username: string;
}

/** The valid permissions that cover a user and an asset. An asset without a node counts as being in the root. */
export async function grantsFor(db: Kysely<Database>, userId: string, assetId: string): Promise<Grant[]> {
  const { rows } = await sql<{ accounts: string[]; actions: number; date_expired: Date }>`
    select p.accounts, p.actions, p.date_expired
    from assets a join asset_permissions p on p.org_id = a.org_id
    where a.id = ${assetId}::uuid and ${isValid("p")} and p.id in (${permissionsNaming(userId)})
      and ${belongs(userId, "a.org_id")}
      and (
        exists (select 1 from asset_permission_assets d where d.permission_id = p.id and d.asset_id = a.id)
        or exists (
          select 1 from asset_permission_nodes n join node_subtree_assets s on s.node_id = n.node_id
          where n.permission_id = p.id and s.asset_id = a.id
        )
        or (
          not exists (select 1 from asset_nodes own where own.asset_id = a.id)
          and exists (
            select 1 from asset_permission_nodes n join nodes root on root.id = n.node_id
            where n.permission_id = p.id and root.parent_id is null
          )
        )
      )
    order by p.id
  `.execute(db);
  return rows.map(({ accounts, actions, date_expired }) => ({
    accounts,
    actions,
    dateExpired: date_expired,
  }));
}

/** The accounts a user may use on an asset, with actions and expiry; empty when nothing is granted. */
export async function effectiveAccounts(
  db: Kysely<Database>,
  user: PermissionUser,
  assetId: string,
): Promise<PermittedAccount[]> {
  const grants = await grantsFor(db, user.id, assetId);
  if (grants.length === 0) return [];
  const accounts = await activeAccountsOf([assetId], db);
  return permittedAccounts(grants, accounts.map(grantable), user.username);
}

const grantable = ({
  id,
  name,
  username,
  secret_type,
  secret_sealed,
  privileged,
}: AccountRow): GrantableAccount => ({
  id,
  name,
  username,
  secretType: secret_type,
  hasSecret: secret_sealed !== null,
  privileged,
});

/** The account a client names by `alias`, if it is granted; its `actions` may be 0. */
export async function effectiveAccount(
  db: Kysely<Database>,
  user: PermissionUser,
  assetId: string,
  alias: string,
): Promise<PermittedAccount | null> {
  const accounts = await effectiveAccounts(db, user, assetId);
  return accounts.find((account) => account.alias === alias) ?? null;
}

/** Ids of all assets a user is granted, directly or under a node; a subquery without parentheses. */
export function permittedAssets(scope: PermissionScope): RawBuilder<unknown> {
  const permissions = validPermissions(scope);
  return sql`
    select d.asset_id from asset_permission_assets d where d.permission_id in (${permissions})
    union
    select s.asset_id from (
      select distinct n.node_id from asset_permission_nodes n where n.permission_id in (${permissions})
    ) granted join node_subtree_assets s on s.node_id = granted.node_id
  `;
}

/** Ids of the assets a user is granted by name, not through a node. */
export function directAssets(scope: PermissionScope): RawBuilder<unknown> {
  return sql`
    select d.asset_id from asset_permission_assets d where d.permission_id in (${validPermissions(scope)})
  `;
}

/** Ids of the nodes named by a user's valid permissions. */
export function grantedNodes(scope: PermissionScope): RawBuilder<unknown> {
  return sql`
    select distinct n.node_id from asset_permission_nodes n where n.permission_id in (${validPermissions(scope)})
  `;
}
