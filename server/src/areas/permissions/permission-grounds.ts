import { type Kysely, sql } from "kysely";
import type { Database } from "../../engine/database/index.ts";
import { coveringLinks, heldBy } from "./effective-permissions.ts";

/** A permission that lets somebody connect to an asset, as it is now. */
export interface PermissionGround {
  readonly id: string;
  readonly name: string;
  readonly accounts: readonly string[];
  readonly actions: number;
  /** ISO 8601. */
  readonly date_expired: string;
}

/** Most permissions that are named. */
const mostNamed = 50;

/** The permissions in force that name a user, or a group of theirs, and an asset, or a node above it. */
export async function permissionGrounds(
  db: Kysely<Database>,
  userId: string,
  assetId: string,
): Promise<readonly PermissionGround[]> {
  const { rows } = await sql<Omit<PermissionGround, "date_expired"> & { readonly date_expired: Date }>`
    with covering as materialized (select distinct permission_id from (${coveringLinks(assetId)}) links)
    select p.id, p.name, p.accounts, p.actions, p.date_expired
    from covering c join asset_permissions p on p.id = c.permission_id
    where ${heldBy({ id: userId })}
    order by p.name, p.id limit ${sql.lit(mostNamed)}
  `.execute(db);
  return rows.map(({ date_expired, ...row }) => ({ ...row, date_expired: date_expired.toISOString() }));
}
