import { type Kysely, sql } from "kysely";
import type { Database } from "../../engine/database/index.ts";
import { isValid } from "./valid-permissions.ts";

/** Whether a valid permission of the organization that was made after `since` gives somebody something. */
export async function hasGrant(db: Kysely<Database>, organizationId: string, since: Date): Promise<boolean> {
  const { rows } = await sql`
    select 1 from asset_permissions p
    where p.org_id = ${organizationId}::uuid and p.date_created > ${since} and ${isValid("p")}
      and (exists (select 1 from asset_permission_users u where u.permission_id = p.id)
        or exists (select 1 from asset_permission_user_groups g where g.permission_id = p.id))
      and (exists (select 1 from asset_permission_assets a where a.permission_id = p.id)
        or exists (select 1 from asset_permission_nodes n where n.permission_id = p.id))
    limit 1
  `.execute(db);
  return rows.length > 0;
}
