import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "../../database/database.ts";

/**
 * Sets the kept counts of a tracked table right, within one organization.
 *
 * @param amounts a statement that answers the rows there are: `partition_value` (text) and `amount`
 */
export async function correctCounts(
  db: Kysely<Database>,
  table: keyof Database,
  organizationId: string,
  amounts: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    insert into row_counts (table_name, org_id, partition_value, difference)
    select ${table}::text, ${organizationId}::uuid, partition_value,
      coalesce(kept.amount, 0) - coalesce(told.amount, 0)
    from (${amounts}) kept full join (
      select partition_value, sum(difference) as amount from row_counts
      where table_name = ${table} and org_id = ${organizationId} group by 1
    ) told using (partition_value)
    where coalesce(kept.amount, 0) <> coalesce(told.amount, 0)
  `.execute(db);
}
