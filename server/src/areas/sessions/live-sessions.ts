import { type Kysely, sql } from "kysely";
import type { Database } from "../../engine/database/index.ts";
import type { LiveSession } from "../permissions/index.ts";

/** The sessions that run in an organization now, oldest first. */
export async function liveSessions(db: Kysely<Database>, organizationId: string): Promise<LiveSession[]> {
  const { rows } = await sql<LiveSession>`
    select id, user_id, asset_id, account_id, "user", asset, account, date_start from sessions
    where not is_finished and org_id = ${organizationId}::uuid and user_id is not null and asset_id is not null
    order by date_start, id
  `.execute(db);
  return rows;
}
