import { type Kysely, type RawBuilder, sql } from "kysely";
import { type Database, keptPlan } from "../../engine/database/index.ts";
import { type AccountRow, activeAccountsOf } from "../accounts/index.ts";
import { assetNodesTable, assetsTable, nodeSubtreeAssetsTable, nodesTable } from "../assets/index.ts";
import {
  type Grant,
  type GrantableAccount,
  type PermittedAccount,
  permittedAccounts,
} from "./account-rules.ts";
import { belongs, isHeld, isValid, namesUser, type PermissionHolder } from "./valid-permissions.ts";

/**
 * Effective permissions: what a user reaches, computed from the tables as they are now. The query starts from
 * the asset and follows indexes, so it does not grow with the organization.
 * Contract: docs/contract/permissions.md, section 4.
 */

/** A user as far as permissions care. */
export interface PermissionUser {
  readonly id: string;
  readonly username: string;
}

/**
 * What of permissions covers an asset, valid or not: rows `(permission_id, node_id)`, the node null where the asset
 * itself is named. An asset without a node counts as lying in the root. A subquery without parentheses.
 */
export function coveringLinks(assetId: string): RawBuilder<unknown> {
  return sql`
    select d.permission_id, null::uuid as node_id from asset_permission_assets d where d.asset_id = ${assetId}::uuid
    union all
    select n.permission_id, n.node_id from ${nodeSubtreeAssetsTable} s join asset_permission_nodes n on n.node_id = s.node_id
    where s.asset_id = ${assetId}::uuid
    union all
    select n.permission_id, n.node_id from ${assetsTable} a
    join ${nodesTable} root on root.org_id = a.org_id and root.parent_id is null
    join asset_permission_nodes n on n.node_id = root.id
    where a.id = ${assetId}::uuid and not exists (select 1 from ${assetNodesTable} own where own.asset_id = a.id)
  `;
}

/** A permission as sessions rest on it. */
export interface HeldGrant extends Grant {
  /** When sessions it let begin have to end. */
  readonly sessionsEnd: Date;
  /** Kinds of forwarded connections it lets people open. */
  readonly forwarding: readonly string[];
}

/**
 * The permissions (`p`) among those `asked` for that cover an asset.
 */
export async function grantsOn(
  db: Kysely<Database>,
  assetId: string,
  asked: RawBuilder<boolean>,
): Promise<HeldGrant[]> {
  const { rows } = await sql<HeldGrant>`${keptPlan}
    with covering as materialized (select distinct permission_id from (${coveringLinks(assetId)}) links)
    select p.accounts, p.actions, p.date_expired as "dateExpired", p.forwarding,
      p.date_expired + make_interval(mins => p.session_grace_minutes) as "sessionsEnd"
    from covering c join asset_permissions p on p.id = c.permission_id
    join ${assetsTable} a on a.id = ${assetId}::uuid and a.org_id = p.org_id
    where ${asked}
    order by p.id
  `.execute(db);
  return rows;
}

/** Whether permission `p` is in force and names the user. */
export function heldBy(user: Pick<PermissionUser, "id">): RawBuilder<boolean> {
  return sql<boolean>`(${isValid("p")} and ${namesUser("p", user.id)} and ${belongs(user.id, "p.org_id")})`;
}

/** The accounts a user may use on an asset, with actions and expiry; empty when nothing is granted. */
export async function effectiveAccounts(
  db: Kysely<Database>,
  user: PermissionUser,
  assetId: string,
): Promise<PermittedAccount[]> {
  return accountsGranted(db, user, assetId, sql<boolean>`true`);
}

/** The same by those permissions (`p`) alone that a condition is true of. */
export async function accountsGranted(
  db: Kysely<Database>,
  user: PermissionUser,
  assetId: string,
  condition: RawBuilder<boolean>,
): Promise<PermittedAccount[]> {
  const grants = await grantsOn(db, assetId, sql<boolean>`${heldBy(user)} and ${condition}`);
  return accountsOf(db, assetId, grants, user.username);
}

/**
 * The accounts a group's members may use on an asset through the group. Whom `@USER` stands for differs from member
 * to member, so it stays an alias.
 */
export async function groupAccounts(
  db: Kysely<Database>,
  group: PermissionHolder,
  assetId: string,
): Promise<PermittedAccount[]> {
  return accountsOf(db, assetId, await grantsOn(db, assetId, isHeld(group, "p.id")), null);
}

async function accountsOf(
  db: Kysely<Database>,
  assetId: string,
  grants: readonly Grant[],
  username: string | null,
): Promise<PermittedAccount[]> {
  if (grants.length === 0) return [];
  const accounts = await activeAccountsOf([assetId], db);
  return permittedAccounts(grants, accounts.map(grantable), username);
}

/** What the account rules need of an account. */
export const grantable = ({
  id,
  name,
  username,
  secret_type,
  secret_sealed,
  by_certificate,
  privileged,
}: AccountRow): GrantableAccount => ({
  id,
  name,
  username,
  secretType: secret_type,
  hasSecret: secret_sealed !== null || by_certificate,
  isCertificateOnly: secret_sealed === null && by_certificate,
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
