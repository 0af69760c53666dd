import { type Kysely, sql } from "kysely";
import type { Database } from "../../engine/database/index.ts";

/** An account as sessions and permissions work with it. The secret is sealed; see `openAccountSecret`. */
export interface AccountRow {
  readonly id: string;
  readonly org_id: string;
  readonly asset_id: string;
  readonly name: string;
  readonly username: string;
  readonly secret_type: string;
  readonly secret_sealed: string | null;
  readonly privileged: boolean;
  readonly su_from_id: string | null;
  /** Whether it signs in to SSH targets by certificate, and not by its secret. */
  readonly by_certificate: boolean;
  readonly source: string;
  readonly source_id: string | null;
  readonly version: number;
  readonly date_updated: Date;
}

const columns = sql`
  id, org_id, asset_id, name, username, secret_type, secret_sealed, privileged, su_from_id, by_certificate, source,
  source_id, version, date_updated
`;

/** The active accounts of assets, privileged ones first, then by name. */
export async function activeAccountsOf(
  assetIds: readonly string[],
  db: Kysely<Database>,
): Promise<readonly AccountRow[]> {
  if (assetIds.length === 0) return [];
  const { rows } = await sql<AccountRow>`
    select ${columns} from accounts where asset_id = any(${[...assetIds]}::uuid[]) and is_active
    order by privileged desc, name, id
  `.execute(db);
  return rows;
}

/** One account by id, active or not, or null. */
export async function findAccount(id: string, db: Kysely<Database>): Promise<AccountRow | null> {
  const { rows } = await sql<AccountRow>`select ${columns} from accounts where id = ${id}`.execute(db);
  return rows[0] ?? null;
}
