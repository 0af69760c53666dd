import { type Kysely, sql } from "kysely";
import type { Database } from "../../engine/database/index.ts";
import { BoundedMap } from "./bounded-map.ts";
import { namingHolder, type PermissionHolder } from "./valid-permissions.ts";

/** What a user or a group holds, as of now. */
export interface PermissionScope extends PermissionHolder {
  /** How many permissions name the holder, valid or not: how expensive it is to look at all of them. */
  readonly size: number;
  /**
   * Tells what the holder is granted now from what it was before: as long as it is equal, so is everything that is
   * made of permissions and their validity.
   */
  readonly grants: string;
  /** The same with the places of assets in the tree, which decide what a granted node holds. */
  readonly state: string;
}

/** The part of a scope that lasts while no grant changes and none begins or ends. */
interface Known {
  readonly version: string;
  readonly size: number;
  /** When one of the permissions begins or ends next; null when none will. */
  readonly until: Date | null;
}

const known = new BoundedMap<Known>(2_000);

/** States of `grant_changes` (migration 0157), and the database's clock. */
interface Versions {
  readonly grants: string;
  readonly places: string;
  readonly now: Date;
}

async function readVersions(db: Kysely<Database>): Promise<Versions> {
  const { rows } = await sql<Versions>`
    select now() as now,
      mod(coalesce(sum(mark) filter (where about = 'grants'), 0), ${markLimit}::numeric)::text as grants,
      mod(coalesce(sum(mark) filter (where about = 'places'), 0), ${markLimit}::numeric)::text as places
    from grant_changes
  `.execute(db);
  const [versions] = rows;
  if (versions === undefined) throw new Error("a sum is always one row");
  return versions;
}

/** Sums of marks are distinguished below this, 2^62. */
const markLimit = "4611686018427387904";

async function readHeld(db: Kysely<Database>, holder: PermissionHolder): Promise<Omit<Known, "version">> {
  const { rows } = await sql<{ size: number; until: Date | null }>`
    select count(*)::int as size,
      min(case when p.date_start >= now() then p.date_start when p.date_expired > now() then p.date_expired end)
        as until
    from asset_permissions p where p.id in (${namingHolder(holder)})
  `.execute(db);
  return rows[0] ?? { size: 0, until: null };
}

/** Reads what a user or a group holds; what is known of it from before is used while nothing has changed. */
export async function permissionScope(
  db: Kysely<Database>,
  kind: PermissionHolder["kind"],
  holderId: string,
  organizationId: string | null,
): Promise<PermissionScope> {
  const holder: PermissionHolder = { kind, holderId, organizationId };
  // Read first: what is read after it may be newer than its version, never older.
  const { grants: version, places, now } = await readVersions(db);
  let held = known.get(holderId);
  if (held?.version !== version || (held.until !== null && held.until <= now)) {
    held = { version, ...(await readHeld(db, holder)) };
    known.set(holderId, held);
  }
  const grants = `${version} ${held.until?.getTime() ?? ""}`;
  return { ...holder, size: held.size, grants, state: `${grants} ${places}` };
}

/** Folds the rows of changes into one of the same sum; called by the worker. */
export async function foldGrantChanges(db: Kysely<Database>): Promise<void> {
  await sql`
    with folded as (
      delete from grant_changes where about in (
        select about from grant_changes group by about having count(*) > 1
      ) returning about, mark
    )
    insert into grant_changes (about, mark)
    select about, mod(sum(mark), ${markLimit}::numeric)::bigint from folded group by about
  `.execute(db);
}
